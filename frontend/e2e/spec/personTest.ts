import { test as base, expect } from '../product.ts';
import { openSignedOutBrowser, Person } from './Person.ts';

/** A test in the browser of a new user. It fails on every uncaught error. */
export const test = base.extend<{ visitor: 'person' | 'signedOut'; person: Person }>({
  /** 'signedOut': the browser has no session, and `person` is signed in elsewhere. */
  visitor: ['person', { option: true }],
  person: async ({ product }, use) => use(await Person.signUp(product.baseUrl)),
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
