import type { DetailedPosting, listDetailedPostings, ResponseOf } from '@flyerdeck/contracts';
import type { Page, Request } from '@playwright/test';
import { uuid } from '../../test/builders.ts';
import { buildDetailedPosting } from '../../test/postingBuilders.ts';
import { changeAnswer } from './changedAnswer.ts';
import { expect, type SceneSetting } from './specRow.ts';

export type PostingsPage = ResponseOf<typeof listDetailedPostings>;

export const LIST = /\/api\/page-postings\/detailed-admin\?/;
export const EMPTY_TEXT = 'No postings found matching your criteria';
export const STATUSES = ['pending', 'posting', 'posted', 'completed', 'failed'] as const;

export const toggles = (page: Page) => page.getByRole('button', { name: /details of/ });
export const header = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
export const detail = (page: Page) => page.getByRole('region', { name: 'Posting details' });
export const isList = (request: Request) => LIST.test(request.url());
export const queryOf = (request: Request) => Object.fromEntries(new URL(request.url()).searchParams);

export const ONE_OF_EACH = STATUSES.map((status, place) =>
  buildDetailedPosting({ id: uuid(place + 1), status, task_description: `A ${status} flyer` }),
);

export const answerWith = (page: Page, postings: readonly DetailedPosting[], rest: Partial<PostingsPage> = {}) =>
  changeAnswer<PostingsPage>(page, LIST, () => ({
    postings,
    total_pages: 3,
    total: postings.length,
    total_is_estimate: false,
    ...rest,
  }));
export const openPostings = async ({ page }: { page: Page }, address = '/admin/postings') => {
  await page.goto(address);
  await expect(page.getByRole('heading', { name: /^All Postings \(\d/ })).toBeVisible();
};
export const openWith = async (page: Page, postings: readonly DetailedPosting[], rest: Partial<PostingsPage> = {}) => {
  await answerWith(page, postings, rest);
  await openPostings({ page });
};
/** The cell of a one-row table that stands below a title. */
export async function cellBelow(page: Page, title: string) {
  const place = await header(page, title).evaluate((th) => (th as HTMLTableCellElement).cellIndex);
  return page
    .getByRole('row')
    .filter({ has: toggles(page) })
    .first()
    .getByRole('cell')
    .nth(place);
}

export const ADMIN: SceneSetting<undefined> = {
  visitor: 'admin',
  open: async ({ page }) => openWith(page, ONE_OF_EACH),
};

export const requestAfter = async (page: Page, act: () => Promise<unknown>) => {
  const asked = page.waitForRequest(isList);
  await act();
  return queryOf(await asked);
};
