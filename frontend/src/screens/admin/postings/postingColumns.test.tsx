import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useApiServer } from '../../../../test/apiServer.ts';
import { uuid } from '../../../../test/builders.ts';
import { buildDetailedPosting, buildDurations } from '../../../../test/postingBuilders.ts';
import {
  answerPostings,
  buildPostings,
  cellsOfRows,
  headerOf,
  lastQuery,
  showAllColumns,
  showPostings,
  toggles,
} from '../../../../test/postingsTable.tsx';

useApiServer();

/** Without the first column, which opens the detail. */
const columnTitles = () => [...document.querySelectorAll('th')].slice(1).map((header) => header.textContent);
/** The texts of the only row. */
const rowTexts = async (posting: ReturnType<typeof buildDetailedPosting>) => {
  answerPostings([posting]);
  showAllColumns();
  return (await cellsOfRows())[0]?.slice(1).map((cell) => cell.textContent);
};

test('shows the values of a posting under the column titles [2.16-07, 2.16-11, 2.16-12, 2.16-13, 2.16-14, 2.16-15, 2.16-16, 2.16-17, 2.16-18, 2.16-19, 2.16-20, 2.16-21, 2.16-22, 9-29]', async () => {
  const texts = await rowTexts(
    buildDetailedPosting({
      guid: uuid(77),
      status: 'posted',
      task_description: 'Sun and sea',
      assistant_name: 'August teaser',
      page_name: 'Luna Star',
      updated_at: '2026-03-04T12:00:00.000Z',
      created_at: '2026-03-01T12:00:00.000Z',
      status_durations: buildDurations({ pending: 450, posting: 61_249, posted: 7_200_000, failed: 3_000 }),
      total_duration: 7_264_699,
      retry_count: 2,
    }),
  );
  expect(screen.getAllByRole('table', { name: 'Postings' })).not.toHaveLength(0);
  expect(columnTitles()).toEqual([
    ...['Status', 'Description', 'Assistant', 'Page', 'Last Update', 'Created'],
    ...['Pending', 'Posting', 'Posted', 'Failed', 'Total', 'Retries', 'Unchanged'],
  ]);
  expect(texts).toEqual([
    ...['Posted', 'Sun and sea', 'August teaserLuna Star', uuid(77)],
    ...[expect.stringMatching(/^Mar 4, 2026 \d\d:\d\d$/), expect.stringMatching(/^Mar 1, 2026 \d\d:\d\d$/)],
    ...['0.5s', '61.2s', '7200.0s', '3.0s', '7264.7s', '2', expect.stringMatching(/^\d+ d \d+ h$/)],
  ]);
});

test("shows 'No description' for a flyer without text and 'N/A' for a status that the posting never had [2.16-12, 9-30]", async () => {
  const texts = await rowTexts(
    buildDetailedPosting({ task_description: '', description: '', status_durations: {}, total_duration: 0 }),
  );
  expect(texts?.[1]).toBe('No description');
  expect(texts?.slice(6)).toEqual(['N/A', 'N/A', 'N/A', 'N/A', '0.0s', '0', 'N/A']);
});

test('shows each status as a coloured label [2.16-11, 4.11-01, 4.11-02, 4.11-03, 4.11-04, 4.11-05, 4.11-06]', async () => {
  answerPostings(
    (['pending', 'posting', 'posted', 'completed', 'failed'] as const).map((status, place) =>
      buildDetailedPosting({ id: uuid(place + 1), status }),
    ),
  );
  showPostings();
  const chips = (await cellsOfRows()).map((cells) => cells[1]?.querySelector('[data-tone]'));
  expect(chips.map((chip) => [chip?.textContent, chip?.getAttribute('data-tone')])).toEqual([
    ['Pending', 'warning'],
    ['Posting', 'info'],
    ['Posted', 'accent'],
    ['Completed', 'success'],
    ['Failed', 'danger'],
  ]);
});

test('marks times, retries and visits above their limit, but not at the limit [9-31, 9-32, 9-33, 9-34, 9-35, 9-36, 9-37]', async () => {
  const postingOf = (id: string, aboveLimit: 0 | 1) =>
    buildDetailedPosting({
      id,
      status_durations: {
        ...buildDurations({ pending: 60_000 + aboveLimit, posting: 120_000 + aboveLimit, failed: aboveLimit }),
        posted: { total_ms: 30_000 + aboveLimit, visits: 1 + aboveLimit, avg_ms: 30_000 },
      },
      total_duration: 300_000 + aboveLimit,
      retry_count: aboveLimit,
    });
  answerPostings([postingOf(uuid(1), 0), postingOf(uuid(2), 1)]);
  showAllColumns();
  const [atLimit = [], aboveLimit = []] = (await cellsOfRows()).map((cells) => cells.slice(7));
  const markTypes = (cells: readonly HTMLElement[]) =>
    cells.map((cell) => [
      cell.textContent,
      ['warning', 'danger'].find((type) => cell.querySelector(`.ant-typography-${type}`)) ?? null,
    ]);
  expect(markTypes(atLimit)).toEqual([
    ['60.0s', null],
    ['120.0s', null],
    ['30.0s', null],
    ['0.0s', null],
    ['300.0s', null],
    ['0', null],
    ['N/A', null],
  ]);
  expect(markTypes(aboveLimit)).toEqual([
    ['60.0s', 'warning'],
    ['120.0s', 'warning'],
    ['30.0s×2', 'warning'],
    ['0.0s', 'danger'],
    ['300.0s', 'warning'],
    ['1', 'warning'],
    ['N/A', null],
  ]);
});

test('shows the rows in the order of the server response', async () => {
  const postings = buildPostings(4);
  answerPostings([3, 0, 2, 1].map((place) => postings[place] as (typeof postings)[number]));
  showPostings();
  const texts = (await cellsOfRows()).map((cells) => cells[2]?.textContent);
  expect(texts).toEqual(['Flyer 4', 'Flyer 1', 'Flyer 3', 'Flyer 2']);
});

/** The table starts sorted by another column. The first click on a title sorts longest or newest first. */
test.each([
  ['Status', 'status', '1'],
  ['Last Update', 'updatedAt', '-1'],
  ['Created', 'createdAt', '-1'],
  ['Pending', 'pending', '-1'],
  ['Posting', 'posting', '-1'],
  ['Posted', 'posted', '-1'],
  ['Failed', 'failed', '-1'],
  ['Total', 'total', '-1'],
  ['Retries', 'retries', '-1'],
  ['Unchanged', 'unchanged', '-1'],
])(
  'a click on %s sorts by %s, and a second click reverses the order [2.16-23, 2.16-24]',
  async (title, sort_by, firstOrder) => {
    const requests = answerPostings([]);
    showPostings(`/admin/postings?columns=${sort_by}${title === 'Status' ? '' : '&sort=status'}`);
    await screen.findByText('All Postings (0)');
    for (const sort_order of [firstOrder, firstOrder === '1' ? '-1' : '1']) {
      fireEvent.click(headerOf(title));
      await waitFor(() => expect(lastQuery(requests)).toMatchObject({ sort_by, sort_order }));
      expect(headerOf(title)).toHaveAttribute('aria-sort', sort_order === '1' ? 'ascending' : 'descending');
    }
  },
);

test('writes the order into the URL, and titles of columns that can not be sorted are not focusable', async () => {
  answerPostings([]);
  const { address } = showPostings('/admin/postings?sort=total&order=desc');
  await screen.findByText('All Postings (0)');
  fireEvent.click(headerOf('Total'));
  await waitFor(() => expect(address()).toBe('/admin/postings?sort=total&order=asc'));
  for (const title of ['Description', 'Assistant', 'Page']) {
    expect(screen.getByText(title, { selector: 'th' })).not.toHaveAttribute('tabindex');
  }
});

describe('the chosen columns', () => {
  const choose = async (...names: string[]) => {
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    for (const name of names) await userEvent.click(await screen.findByRole('checkbox', { name }));
  };
  beforeEach(() => {
    answerPostings(buildPostings(1));
  });

  test('are shown, written into the URL and restored on the next visit', async () => {
    const { address, unmount } = showAllColumns();
    await toggles();
    expect(columnTitles()).toHaveLength(13);
    await choose('Page', 'Created');
    expect(columnTitles()).not.toContain('Page');
    expect(address()).toBe(
      `/admin/postings?${new URLSearchParams({ columns: 'description,assistant,updatedAt,pending,posting,posted,failed,total,retries,unchanged' })}`,
    );
    unmount();
    const secondVisit = showAllColumns();
    await toggles();
    expect(columnTitles()).toHaveLength(11);
    expect(secondVisit.address()).toContain('columns=');
  });

  test('are replaced by the columns in the URL', async () => {
    showAllColumns();
    await toggles();
    await choose('Total');
    cleanup();
    showPostings('/admin/postings?columns=total');
    await toggles();
    expect(columnTitles()).toEqual(['Status', 'Total']);
  });

  test('are removed from the URL when all columns are chosen', async () => {
    const { address } = showAllColumns();
    await toggles();
    await choose('Page', 'Page');
    expect(columnTitles()).toHaveLength(13);
    expect(address()).toBe('/admin/postings');
  });
});
