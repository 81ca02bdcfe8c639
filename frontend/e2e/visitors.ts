import type { Browser, BrowserContext } from '@playwright/test';
import { type BelievableData, fillAccount } from './believableData.ts';
import { ADMIN_TELEGRAM_ID } from './product.ts';
import type { Visitor } from './screens/screenToSee.ts';
import { openStrangersBrowser, Person } from './spec/Person.ts';

export interface Visitors {
  readonly data: BelievableData;
  openBrowser(browser: Browser, visitor: Visitor): Promise<BrowserContext>;
}

/** Signs up the users whose screens are opened: one with an empty account, one with a full account, and an admin. */
export async function inviteVisitors(baseUrl: string): Promise<Visitors> {
  const newcomer = await Person.signUp(baseUrl);
  const busy = await Person.signUp(baseUrl);
  const admin = await Person.signIn(baseUrl, ADMIN_TELEGRAM_ID);
  const data = await fillAccount(busy, baseUrl);
  const people = { newcomer, 'busy person': busy, admin };
  return {
    data,
    openBrowser: (browser, visitor) =>
      visitor === 'nobody' ? openStrangersBrowser(browser, baseUrl) : people[visitor].openBrowser(browser),
  };
}
