import { ADMIN_TELEGRAM_ID, test as base, expect } from '../product.ts';
import { openSignedOutBrowser, Person } from './Person.ts';

/** A test in the browser of a new user. It fails on every uncaught error. */
export const test = base.extend<{ visitor: 'person' | 'admin' | 'signedOut'; person: Person }>({
  /**
   * 'signedOut': the browser has no session, and `person` is signed in elsewhere. 'admin': the only admin of the product.
   */
  visitor: ['person', { option: true }],
  person: async ({ visitor, product: { baseUrl } }, use) =>
    use(await (visitor === 'admin' ? Person.signIn(baseUrl, ADMIN_TELEGRAM_ID) : Person.signUp(baseUrl))),
  context: async ({ visitor, person, product, browser }, use) => {
    const context = await (visitor === 'signedOut'
      ? openSignedOutBrowser(browser, product.baseUrl)
      : person.openBrowser(browser));
    await use(context);
    await context.close();
  },
  page: async ({ page }, use) => {
    const pageErrors: string[] = [];
    page.on('pageerror', (error) => pageErrors.push(String(error)));
    await use(page);
    expect(pageErrors).toEqual([]);
    // Requests that are still intercepted are dropped at the end of the test.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
});

export { expect };
