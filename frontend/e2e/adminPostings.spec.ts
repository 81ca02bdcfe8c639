import type { listDetailedPostings, ResponseOf } from '@flyerdeck/contracts';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, SEEDED_ADMIN_TELEGRAM_ID, test } from './product.ts';
import { Person } from './spec/Person.ts';

type PostingsPage = ResponseOf<typeof listDetailedPostings>;

const POSTINGS = 5_000;
const PAGE_SIZE = 50;
const LIST = /\/api\/page-postings\/detailed-admin\?/;

const SORTED_LIST = /\/api\/page-postings\/detailed-admin\?.*sort_by=total/;

test.use({ seededPostings: POSTINGS });
// One worker for all tests, which only read.
test.describe.configure({ mode: 'default' });

let context: BrowserContext;
test.beforeAll(async ({ browser, product }) => {
  const admin = await Person.signIn(product.baseUrl, SEEDED_ADMIN_TELEGRAM_ID);
  context = await admin.openBrowser(browser);
});
test.afterAll(() => context.close());

const toggles = (page: Page) => page.getByRole('button', { name: /^details of/ });

/** Runs `act` and waits for the answer that it causes, until its rows are on the screen. */
async function answerAfter(page: Page, act: () => Promise<unknown>, list = LIST): Promise<PostingsPage> {
  const [response] = await Promise.all([page.waitForResponse(list), act()]);
  const answer = (await response.json()) as PostingsPage;
  await expect(toggles(page)).toHaveCount(answer.postings.length);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  return answer;
}

const openPostings = async () => {
  const page = await context.newPage();
  const answer = await answerAfter(page, () => page.goto('/admin/postings'));
  return { page, answer };
};

test('an admin pages through thousands of postings and sorts them [2.16-02, 2.16-08]', async () => {
  const { page, answer } = await openPostings();
  expect(answer.total).toBeGreaterThan(POSTINGS * 0.8);
  await expect(
    page.getByRole('heading', { name: `All Postings (${answer.total.toLocaleString('en-US')})` }),
  ).toBeVisible();
  const pages = page.locator('.ant-pagination');
  const last = await answerAfter(page, () => pages.locator('.ant-pagination-item').last().click());
  expect(last.postings.length).toBeGreaterThan(0);
  const middle = await answerAfter(page, async () => {
    await pages.getByRole('textbox', { name: 'Page' }).fill('55');
    await page.keyboard.press('Enter');
  });
  expect(middle.postings).toHaveLength(PAGE_SIZE);
  const next = await answerAfter(page, () => pages.getByTitle('Next Page').click());
  const ids = new Set(middle.postings.map(({ id }) => id));
  expect(next.postings.filter(({ id }) => ids.has(id))).toEqual([]);
  await page.goBack();
  await expect(pages.locator('.ant-pagination-item-active')).toHaveText('55');

  const header = page.getByRole('columnheader', { name: 'Total', exact: true });
  // The answer for the previous address may still arrive.
  const sorted = await answerAfter(page, () => header.click(), SORTED_LIST);
  const totals = sorted.postings.map(({ total_duration }) => total_duration);
  expect(totals).toEqual(totals.toSorted((a, b) => b - a));
  expect(totals[0]).toBeGreaterThan(0);
  await page.close();
});

test('the header and the first column stay visible while the table scrolls', async () => {
  const { page } = await openPostings();
  await page.setViewportSize({ width: 390, height: 844 });
  const header = page.getByRole('columnheader', { name: 'Status', exact: true });
  const before = await header.boundingBox();
  await page.locator('.ant-table-body').evaluate((box) => box.scrollTo(box.scrollWidth, 900));
  await expect(page.getByRole('columnheader', { name: 'Retries' })).toBeInViewport();
  expect(await header.boundingBox()).toEqual(before);
  // Checks that scrolling rows do not cover the header.
  await header.click({ trial: true });
  await page.close();
});
