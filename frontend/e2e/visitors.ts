import type { Browser, BrowserContext } from '@playwright/test';
import { type BelievableData, fillAccount } from './believableData.ts';
import type { Visitor } from './screens.ts';
import { openStrangersBrowser, Person } from './spec/Person.ts';

export interface Visitors {
  readonly data: BelievableData;
  openBrowser(browser: Browser, visitor: Visitor): Promise<BrowserContext>;
}

/** The people whose screens are looked at: one with an empty account, one whose account is full. */
export async function inviteVisitors(baseUrl: string): Promise<Visitors> {
  const newcomer = await Person.signUp(baseUrl);
  const busy = await Person.signUp(baseUrl);
  const data = await fillAccount(busy, baseUrl);
  return {
    data,
    openBrowser: (browser, visitor) =>
      visitor === 'nobody'
        ? openStrangersBrowser(browser, baseUrl)
        : (visitor === 'newcomer' ? newcomer : busy).openBrowser(browser),
  };
}
