import { readFile } from 'node:fs/promises';
import type { listDetailedPostings, ResponseOf } from '@flyerdeck/contracts';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, SEEDED_ADMIN_TELEGRAM_ID, test } from './product.ts';
import { Person } from './spec/Person.ts';

type PostingsPage = ResponseOf<typeof listDetailedPostings>;
type Posting = PostingsPage['postings'][number];

const POSTINGS = 100_000;
const PAGE_SIZE = 50;
const LIST = /\/api\/page-postings\/detailed-admin\?/;

test.use({ seededPostings: POSTINGS });
// One browser for all: what the screen shows is read, never changed.
test.describe.configure({ mode: 'default' });

let context: BrowserContext;
test.beforeAll(async ({ browser, product }) => {
  const admin = await Person.signIn(product.baseUrl, SEEDED_ADMIN_TELEGRAM_ID);
  context = await admin.openBrowser(browser);
});
test.afterAll(() => context.close());

const toggles = (page: Page) => page.getByRole('button', { name: /details of/ });

/** Does something and waits for the answer it leads to, until its rows are on screen. */
async function answerAfter(page: Page, act: () => Promise<unknown>): Promise<PostingsPage> {
  const [response] = await Promise.all([page.waitForResponse(LIST), act()]);
  const answer = (await response.json()) as PostingsPage;
  await expect(toggles(page)).toHaveCount(answer.postings.length);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  return answer;
}

const openPostings = async (address = '/admin/postings') => {
  const page = await context.newPage();
  const answer = await answerAfter(page, () => page.goto(address));
  return { page, answer };
};

const timeIn = (status: string) => (posting: Posting) => posting.status_durations[status]?.total_ms ?? 0;
const SORTS: readonly [title: string, sortedBy: (posting: Posting) => number | string][] = [
  ['Status', ({ status }) => status],
  ['Last Update', ({ updated_at }) => Date.parse(updated_at)],
  ['Created', ({ created_at }) => Date.parse(created_at)],
  ['Pending', timeIn('pending')],
  ['Posting', timeIn('posting')],
  ['Posted', timeIn('posted')],
  ['Failed', timeIn('failed')],
  ['Total', ({ total_duration }) => total_duration],
  ['Retries', ({ retry_count }) => retry_count],
];

const isAscending = (values: readonly (number | string)[]) =>
  values.every((value, place) => place === 0 || (values[place - 1] as number | string) <= value);

for (const [title, sortedBy] of SORTS) {
  test(`sorts by ${title} both ways`, async () => {
    const { page } = await openPostings('/admin/postings?sort=retries&order=asc');
    const header = page.getByRole('columnheader', { name: title, exact: true });
    for (let click = 0; click < 2; click += 1) {
      const { postings } = await answerAfter(page, () => header.getByRole('button').click());
      const values = postings.map(sortedBy);
      const ascending = (await header.getAttribute('aria-sort')) === 'ascending';
      expect(postings).toHaveLength(PAGE_SIZE);
      expect(isAscending(ascending ? values : values.toReversed())).toBe(true);
      // What the server sent is what stands there, in its order.
      const names = await toggles(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
      expect(names.map((name) => name?.split(', details of ')[1])).toEqual(
        postings.map(({ task_description, page_name }) => task_description || page_name),
      );
    }
    await page.close();
  });
}

test('says how many there are and leads to the last of them', async () => {
  const { page, answer } = await openPostings();
  expect(answer.total).toBeGreaterThan(POSTINGS * 0.8);
  await expect(page.getByRole('heading', { name: /^All Postings \(about \d+ k\)$/ })).toBeVisible();
  const pages = page.getByRole('navigation', { name: 'Postings: pages' });
  const last = await answerAfter(page, () => pages.getByRole('button', { name: 'Last page' }).click());
  expect(last.postings.length).toBeGreaterThan(0);
  const middle = await answerAfter(page, async () => {
    await pages.getByRole('textbox', { name: 'Page' }).fill('777');
    await page.keyboard.press('Enter');
  });
  expect(middle.postings).toHaveLength(PAGE_SIZE);
  const next = await answerAfter(page, () => pages.getByRole('button', { name: 'Next page' }).click());
  const ids = new Set(middle.postings.map(({ id }) => id));
  expect(next.postings.filter(({ id }) => ids.has(id))).toEqual([]);
  await page.goBack();
  await expect(pages.getByRole('textbox', { name: 'Page' })).toHaveValue('777');
  await page.close();
});

test('finds what is searched for, and a link shows the same', async () => {
  const { page, answer } = await openPostings();
  const [wanted] = answer.postings;
  const found = await answerAfter(page, () => page.getByRole('searchbox').fill(wanted?.guid ?? ''));
  expect(found.total).toBeGreaterThan(0);
  expect(found.total).toBeLessThan(answer.total);
  expect(found.postings.every(({ guid }) => guid === wanted?.guid)).toBe(true);
  const again = await openPostings(page.url());
  expect(again.answer.postings.map(({ id }) => id)).toEqual(found.postings.map(({ id }) => id));
  await again.page.close();
  await answerAfter(page, () => page.getByRole('searchbox').fill('no such thing anywhere'));
  await expect(page.getByText('No postings found matching your criteria')).toBeVisible();
  await page.close();
});

test('narrows the loaded page by status and shows the archived apart', async () => {
  const { page, answer } = await openPostings('/admin/postings?sort=createdAt');
  for (const status of ['Completed', 'Failed', 'Pending']) {
    await page.getByRole('combobox', { name: 'Status' }).selectOption(status);
    const expected = answer.postings.filter((posting) => posting.status === status.toLowerCase()).length;
    await expect(toggles(page)).toHaveCount(expected);
  }
  await page.getByRole('combobox', { name: 'Status' }).selectOption('All');
  const archived = await answerAfter(page, () => page.getByRole('checkbox', { name: 'Archived' }).click());
  const ids = new Set(answer.postings.map(({ id }) => id));
  expect(archived.postings.length).toBeGreaterThan(0);
  expect(archived.postings.filter(({ id }) => ids.has(id))).toEqual([]);
  await page.close();
});

test('opens a posting and shows every step of it', async () => {
  const { page, answer } = await openPostings('/admin/postings?sort=retries');
  const [posting] = answer.postings;
  await toggles(page).first().press('Enter');
  const detail = page.getByRole('region', { name: 'Posting details' });
  await expect(detail).toContainText(posting?.id ?? 'no posting');
  const steps = detail.getByRole('list', { name: 'Transitions' }).getByRole('listitem');
  await expect(steps).toHaveCount(posting?.performance_metrics.status_transitions.length ?? -1);
  await page.close();
});

test('the header and the first column stay in sight while the table scrolls inside itself', async () => {
  const { page } = await openPostings();
  await page.setViewportSize({ width: 390, height: 844 });
  const header = page.getByRole('columnheader', { name: 'Status', exact: true });
  const before = await header.boundingBox();
  await page.locator('.ant-table-content').evaluate((box) => box.scrollTo(box.scrollWidth, 900));
  await expect(page.getByRole('columnheader', { name: 'Retries' })).toBeInViewport();
  expect(await header.boundingBox()).toEqual(before);
  // Nothing that scrolls by lies over it.
  await header.getByRole('button').click({ trial: true });
  await page.close();
});

test('exports the whole filtered set', async () => {
  test.slow();
  const { page, answer } = await openPostings('/admin/postings?search=VIP&sort=createdAt&order=asc');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await (await download).path();
  const text = await readFile(file, 'utf8');
  const rows = text
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .filter((line) => line !== '');
  expect(rows.length).toBeGreaterThan(PAGE_SIZE);
  // Within the estimate's own doubt: rows may hold line breaks of a description.
  expect(rows.length - 1).toBeGreaterThan(answer.total * 0.5);
  const ids = answer.postings.map(({ id }) => id);
  expect(rows.slice(1, ids.length + 1).map((row) => ids.find((id) => row.includes(id)))).toEqual(ids);
  await page.close();
});
