import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';
import { ADMIN_TELEGRAM_ID } from './product.ts';
import { fillAccount, type SampleAccount } from './sampleAccount.ts';
import type { Visitor } from './screens/screenCase.ts';
import { openSignedOutBrowser, Person } from './spec/Person.ts';

export interface Visitors {
  readonly data: SampleAccount;
  openBrowser(browser: Browser, visitor: Visitor, options?: BrowserContextOptions): Promise<BrowserContext>;
}

/** Signs up the users whose screens are opened: one with an empty account, one with a full account, and an admin. */
export async function signUpVisitors(baseUrl: string): Promise<Visitors> {
  const newUser = await Person.signUp(baseUrl);
  const fullUser = await Person.signUp(baseUrl);
  const admin = await Person.signIn(baseUrl, ADMIN_TELEGRAM_ID);
  const data = await fillAccount(fullUser, baseUrl);
  const people = { newUser, fullUser, admin };
  return {
    data,
    openBrowser: (browser, visitor, options) =>
      visitor === 'signedOut' ? openSignedOutBrowser(browser, baseUrl) : people[visitor].openBrowser(browser, options),
  };
}
