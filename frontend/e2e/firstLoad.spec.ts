import type { Page } from '@playwright/test';
import { holdAnswers } from './spec/heldAnswer.ts';
import { openSignedOutBrowser } from './spec/Person.ts';
import { expect, test } from './spec/personTest.ts';

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
  person,
  product,
}) => {
  for (const context of [await browser.newContext({ baseURL: product.baseUrl }), await person.openBrowser(browser)]) {
    const page = await context.newPage();
    const calls = callsOf(page);
    await page.goto(`/screenshot-view/${NO_POSTING}`);
    await expect(page.locator('body[data-page-ready]')).toBeAttached();
    expect(calls).toEqual([`/api/page-postings/${NO_POSTING}/view-data`]);
    await context.close();
  }
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

test("the loading text, the first calls and the scripts of the dashboard do not wait for the app's script", async ({
  page,
}) => {
  const early = ['auth/me', 'get_user_pages'];
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const calls = callsOf(page);
  const appScript = await holdAnswers(page, '**/assets/index-*.js');
  const requested = [...early, 'assets/dashboard-'].map((part) =>
    page.waitForRequest((request) => request.url().includes(part)),
  );
  await page.goto('/', { waitUntil: 'commit' });
  await Promise.all(requested);
  const painted = () => performance.getEntriesByName('first-contentful-paint').length;
  await expect.poll(() => page.evaluate(painted)).toBe(1);
  const shownText = () => getComputedStyle(document.querySelector('#root') as Element, '::before').content;
  expect(await page.evaluate(shownText)).toBe('"Загрузка..."');
  appScript.release();
  await expect(page.getByText('No pages linked yet.')).toBeVisible();
  // The app takes the early answers and does not send these calls again.
  expect(calls.filter((call) => early.some((part) => call === `/api/${part}`)).sort()).toEqual(
    early.map((part) => `/api/${part}`).sort(),
  );
  expect(errors).toEqual([]);
});
