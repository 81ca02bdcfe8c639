import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';
import { openSignedOutBrowser, Person } from './spec/Person.ts';

/** A posting that does not exist. The test checks only which files its preview loads. */
const NO_POSTING = '00000000-0000-4000-8000-000000000000';

function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  return calls;
}

test('the preview requests its posting and not the signed-in user, with and without a session', async ({
  browser,
  product,
}) => {
  const person = await Person.signUp(product.baseUrl);
  for (const context of [await browser.newContext({ baseURL: product.baseUrl }), await person.openBrowser(browser)]) {
    const page = await context.newPage();
    const calls = callsOf(page);
    await page.goto(`/screenshot-view/${NO_POSTING}`);
    await expect(page.locator('body[data-page-ready]')).toBeAttached();
    expect(calls).toEqual([`/api/page-postings/${NO_POSTING}/view-data`]);
    await context.close();
  }
});

test("the dashboard's script loads in parallel with the call for the signed-in user", async ({ browser, product }) => {
  const person = await Person.signUp(product.baseUrl);
  const context = await person.openBrowser(browser);
  const page = await context.newPage();
  let answerMe = () => {};
  const dashboardFetched = page.waitForRequest(/\/assets\/dashboard-.*\.js$/);
  await page.route('**/api/auth/me', async (route) => {
    await new Promise<void>((resolve) => {
      answerMe = resolve;
    });
    await route.continue();
  });
  await page.goto('/');
  await expect(page.getByText('Загрузка...')).toBeVisible();
  await dashboardFetched;
  answerMe();
  await expect(page.getByRole('tab', { name: 'Pages' })).toBeVisible();
  await context.close();
});

test('without a session the landing page loads no script of the dashboard', async ({ browser, product }) => {
  const context = await openSignedOutBrowser(browser, product.baseUrl);
  const page = await context.newPage();
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto('/');
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(scripts.filter((url) => /dashboard-|widgets-|config-provider-/.test(url))).toEqual([]);
  await context.close();
});

test("the dashboard's first calls and scripts start before the app's script has been loaded", async ({
  browser,
  product,
}) => {
  const person = await Person.signUp(product.baseUrl);
  const context = await person.openBrowser(browser);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const calls = callsOf(page);
  let answerScript = () => {};
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    await new Promise<void>((resolve) => {
      answerScript = resolve;
    });
    await route.continue();
  });
  const early = [/\/api\/auth\/me$/, /\/api\/get_user_pages$/, /\/assets\/dashboard-.*\.js$/].map((address) =>
    page.waitForRequest(address),
  );
  await page.goto('/', { waitUntil: 'commit' });
  await Promise.all(early);
  answerScript();
  await expect(page.getByText('No pages linked yet.')).toBeVisible();
  // The app takes the early answers and does not send these calls again.
  expect(calls.filter((call) => /auth\/me|get_user_pages/.test(call)).sort()).toEqual([
    '/api/auth/me',
    '/api/get_user_pages',
  ]);
  expect(errors).toEqual([]);
  await context.close();
});
