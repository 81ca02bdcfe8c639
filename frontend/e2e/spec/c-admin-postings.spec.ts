import type { Request } from '@playwright/test';
import { uuid } from '../../test/builders.ts';
import { buildDetailedPosting } from '../../test/postingBuilders.ts';
import {
  ADMIN,
  answerWith,
  cellBelow,
  detail,
  EMPTY_TEXT,
  header,
  isList,
  LIST,
  ONE_OF_EACH,
  openPostings,
  openWith,
  type PostingsPage,
  requestAfter,
  toggles,
} from './adminPostingsTable.ts';
import { refuse } from './changedAnswer.ts';
import { expect, type SpecRow, specRows } from './specRow.ts';

const hasColumn = (says: string, name: string): SpecRow => ({
  says,
  look: ({ page }) => expect(header(page, name)).toBeVisible(),
});

const sorts = (name: string, key: string): SpecRow => ({
  says: `Sortable: … ${key} …`,
  see: async ({ page }) => {
    await openWith(page, ONE_OF_EACH);
    const sort = header(page, name).getByRole('button');
    // The table is sorted by the last update to begin with.
    if (key !== 'updatedAt') {
      const first = await requestAfter(page, () => sort.click());
      expect(first.sort_by).toBe(key);
    }
    const before = await header(page, name).getAttribute('aria-sort');
    const turned = await requestAfter(page, () => sort.click());
    expect(turned).toMatchObject({ sort_by: key, sort_order: before === 'descending' ? '1' : '-1' });
    const again = await requestAfter(page, () => sort.click());
    expect(again).toMatchObject({ sort_by: key, sort_order: before === 'descending' ? '-1' : '1' });
  },
});

specRows('2 Admin detailed postings', ADMIN, [
  {
    says: "Title 'Detailed Page Postings', …",
    look: ({ page }) =>
      expect(page.getByRole('heading', { name: 'Detailed Page Postings', exact: true, level: 1 })).toBeVisible(),
  },
  {
    says: "… 'All Postings ({n})', …",
    look: ({ page }) => expect(page.getByText('All Postings (5)', { exact: true })).toBeVisible(),
  },
  {
    says: "… 'All Postings ({n})' (the product's own count) …",
    see: async ({ page }) => {
      const answered = page.waitForResponse(LIST);
      await openPostings({ page });
      const { total } = (await (await answered).json()) as PostingsPage;
      await expect(page.getByText(`All Postings (${total.toLocaleString('en-US')})`, { exact: true })).toBeVisible();
    },
  },
  {
    says: '… Refresh, …',
    see: async ({ page }) => {
      await openWith(page, ONE_OF_EACH);
      await page.unroute(LIST);
      await answerWith(page, ONE_OF_EACH.slice(0, 2));
      await page.getByRole('button', { name: 'Refresh', exact: true }).click();
      await expect(toggles(page)).toHaveCount(2);
    },
  },
  {
    says: '… a search box, …',
    see: async ({ page }) => {
      await openWith(page, ONE_OF_EACH);
      const asked = await requestAfter(page, () => page.getByRole('searchbox').fill('luna'));
      expect(asked).toMatchObject({ search: 'luna', page: '1' });
    },
  },
  {
    says: '… a status filter (All, Pending, Posting, Posted, Completed, Failed) …',
    look: async ({ page }) => {
      const options = page.getByRole('combobox', { name: 'Status' }).getByRole('option');
      await expect(options).toHaveText(['All', 'Pending', 'Posting', 'Posted', 'Completed', 'Failed']);
    },
  },
  {
    says: '… applied client-side to the loaded page, …',
    see: async ({ page }) => {
      await openWith(page, ONE_OF_EACH);
      const asked: Request[] = [];
      page.on('request', (request) => isList(request) && asked.push(request));
      for (const status of ['Pending', 'Posting', 'Posted', 'Completed', 'Failed']) {
        await page.getByRole('combobox', { name: 'Status' }).selectOption(status);
        await expect(toggles(page)).toHaveCount(1);
        await expect(toggles(page)).toHaveAccessibleName(new RegExp(`^${status},`));
      }
      await page.getByRole('combobox', { name: 'Status' }).selectOption('All');
      await expect(toggles(page)).toHaveCount(5);
      expect(asked).toEqual([]);
    },
  },
  {
    says: '… a table, …',
    look: ({ page }) => expect(page.getByRole('table', { name: 'Postings' })).toBeVisible(),
  },
  {
    says: '… pagination, …',
    see: async ({ page }) => {
      await openWith(page, ONE_OF_EACH);
      const pages = page.getByRole('navigation', { name: 'Postings: pages' });
      await expect(pages).toContainText('of 3');
      const next = await requestAfter(page, () => pages.getByRole('button', { name: 'Next page' }).click());
      expect(next.page).toBe('2');
      const last = await requestAfter(page, () => pages.getByRole('button', { name: 'Last page' }).click());
      expect(last.page).toBe('3');
    },
  },
  {
    says: "… '{empty}', …".replace('{empty}', EMPTY_TEXT),
    see: async ({ page }) => {
      await openWith(page, []);
      await expect(page.getByText(EMPTY_TEXT, { exact: true })).toBeVisible();
    },
  },
  {
    says: '… and a Retry button on error.',
    see: async ({ page }) => {
      await refuse(page, LIST, { sentence: 'The database is restarting.' });
      await page.goto('/admin/postings');
      const alert = page.getByRole('alert');
      await expect(alert).toContainText('The database is restarting.');
      await page.unroute(LIST);
      await answerWith(page, ONE_OF_EACH);
      await alert.getByRole('button', { name: 'Retry', exact: true }).click();
      await expect(toggles(page)).toHaveCount(5);
      await expect(alert).toBeHidden();
    },
  },
  {
    says: 'Columns: Status chip, …',
    look: async ({ page }) => {
      await expect(header(page, 'Status')).toBeVisible();
      for (const status of ['Pending', 'Posting', 'Posted', 'Completed', 'Failed']) {
        await expect(toggles(page).getByText(status, { exact: true })).toBeVisible();
      }
    },
  },
  {
    says: "… Description (task description or 'No description'), …",
    see: async ({ page }) => {
      await openWith(page, [buildDetailedPosting({ task_description: 'Sun and sea' })]);
      await expect(await cellBelow(page, 'Description')).toHaveText('Sun and sea');
      await page.unroute(LIST);
      await openWith(page, [buildDetailedPosting({ task_description: '', description: '' })]);
      await expect(await cellBelow(page, 'Description')).toHaveText('No description');
    },
  },
  {
    says: '… Assistant and page name, …',
    see: async ({ page }) => {
      await openWith(page, [buildDetailedPosting({ assistant_name: 'August teaser', page_name: 'Luna Star' })]);
      const cell = await cellBelow(page, 'Assistant');
      await expect(cell).toContainText('August teaser');
      await expect(cell).toContainText('Luna Star');
    },
  },
  {
    says: '… Page, …',
    see: async ({ page }) => {
      await openWith(page, [buildDetailedPosting({ guid: uuid(77) })]);
      await expect(await cellBelow(page, 'Page')).toHaveText(uuid(77));
    },
  },
  hasColumn('… Last Update, …', 'Last Update'),
  hasColumn('… Created, …', 'Created'),
  hasColumn('… Pending, …', 'Pending'),
  hasColumn('… Posting, …', 'Posting'),
  hasColumn('… Posted, …', 'Posted'),
  hasColumn('… Failed durations, …', 'Failed'),
  hasColumn('… Total, …', 'Total'),
  hasColumn('… Retries.', 'Retries'),
  sorts('Status', 'status'),
  sorts('Last Update', 'updatedAt'),
  sorts('Created', 'createdAt'),
  sorts('Pending', 'pending'),
  sorts('Posting', 'posting'),
  sorts('Posted', 'posted'),
  sorts('Failed', 'failed'),
  sorts('Total', 'total'),
  sorts('Retries', 'retries'),
  {
    says: 'Sorting toggles asc/desc; default updatedAt desc.',
    see: async ({ page }) => {
      const asked = await requestAfter(page, () => page.goto('/admin/postings'));
      expect(asked).toMatchObject({ sort_by: 'updatedAt', sort_order: '-1' });
      await expect(header(page, 'Last Update')).toHaveAttribute('aria-sort', 'descending');
      const turned = await requestAfter(page, () => header(page, 'Last Update').getByRole('button').click());
      expect(turned).toMatchObject({ sort_by: 'updatedAt', sort_order: '1' });
      await expect(header(page, 'Last Update')).toHaveAttribute('aria-sort', 'ascending');
    },
  },
  {
    says: 'The trigger that opens the detail: not shown. (A click on the row …)',
    see: async ({ page }) => {
      await openWith(page, ONE_OF_EACH);
      await page.getByText('A posted flyer', { exact: true }).click();
      await expect(detail(page)).toBeVisible();
      await page.getByText('A posted flyer', { exact: true }).first().click();
      await expect(detail(page)).toBeHidden();
    },
  },
  {
    says: 'The trigger that opens the detail: not shown. (… or Enter, the arrow keys between rows.)',
    see: async ({ page }) => {
      await openWith(page, ONE_OF_EACH);
      await toggles(page).first().focus();
      await page.keyboard.press('ArrowDown');
      await expect(toggles(page).nth(1)).toBeFocused();
      await page.keyboard.press('End');
      await expect(toggles(page).nth(4)).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(detail(page)).toBeVisible();
      await expect(toggles(page).nth(4)).toHaveAttribute('aria-expanded', 'true');
    },
  },
]);
