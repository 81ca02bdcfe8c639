import type { BrowserContext } from '@playwright/test';
import { ADMIN_TELEGRAM_ID, expect, test } from '../product.ts';
import { openSignedOutBrowser, Person } from './Person.ts';

const LANDING = 'Sign in with Telegram';
const DASHBOARD = 'Flyerdeck';
const POSTING = '/screenshot-view/00000000-0000-4000-8000-000000000000';

/** An address, the heading or alert that it shows, and the address after a redirect. */
type Route = readonly [from: string, shows: string, to?: string];

async function checkRoutes(context: BrowserContext, routes: readonly Route[]): Promise<void> {
  const page = await context.newPage();
  for (const [from, shows, to = from] of routes) {
    await page.goto(from);
    const shown = page.getByRole('heading', { name: shows }).or(page.getByRole('alert').filter({ hasText: shows }));
    await expect(shown.first(), from).toBeVisible();
    await expect(page).toHaveURL(to);
  }
  await context.close();
}

test('a page load of each address opens the screen of the route table for a signed-out user, a user and an admin [2.1-03, 2.1-04, 2.1-07, 2.1-09, 2.1-12, 2.1-13, 2.1-14, 2.1-15, 2.1-16, 2.1-17, 2.2-14]', async ({
  browser,
  product,
}) => {
  await checkRoutes(await openSignedOutBrowser(browser, product.baseUrl), [
    ['/', LANDING, '/auth'],
    ['/auth', LANDING],
    ['/verify-link/abc', 'Linking Token'],
    [POSTING, 'Error loading preview:'],
    ['/admin/postings', LANDING, '/auth'],
    ['/no/such/path', LANDING, '/auth'],
  ]);
  const user = await Person.signUp(product.baseUrl);
  await checkRoutes(await user.openBrowser(browser), [
    ['/auth', DASHBOARD, '/'],
    ['/admin/users', DASHBOARD, '/'],
    ['/no/such/path', DASHBOARD, '/'],
  ]);
  const admin = await Person.signIn(product.baseUrl, ADMIN_TELEGRAM_ID);
  await checkRoutes(await admin.openBrowser(browser), [
    ['/admin', 'Admin Dashboard'],
    ['/admin/users', 'Users'],
    [`/admin/users/${ADMIN_TELEGRAM_ID}`, 'User Details'],
    ['/admin/performance', 'Performance'],
    ['/admin/postings', 'Detailed Page Postings'],
    ['/admin/credits', 'Credit Management'],
  ]);
});
