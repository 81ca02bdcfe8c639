import { ADMIN_TELEGRAM_ID, test as base, expect } from '../product.ts';
import { openStrangersBrowser, Person } from './Person.ts';

/** A test in the browser of somebody of its own; it fails on an error that nobody caught, whatever the screen shows. */
export const test = base.extend<{ visitor: 'person' | 'admin' | 'nobody'; person: Person }>({
  /** 'nobody' is not signed in, and the person's browser is elsewhere; 'admin' is the product's one admin. */
  visitor: ['person', { option: true }],
  person: async ({ visitor, product: { baseUrl } }, use) =>
    use(await (visitor === 'admin' ? Person.signIn(baseUrl, ADMIN_TELEGRAM_ID) : Person.signUp(baseUrl))),
  context: async ({ visitor, person, product, browser }, use) => {
    const context = await (visitor === 'nobody'
      ? openStrangersBrowser(browser, product.baseUrl)
      : person.openBrowser(browser));
    await use(context);
    await context.close();
  },
  page: async ({ page }, use) => {
    const crashes: string[] = [];
    page.on('pageerror', (error) => crashes.push(String(error)));
    await use(page);
    expect(crashes).toEqual([]);
    // What is on its way through a route has nothing to tell any more.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
});

export { expect };
