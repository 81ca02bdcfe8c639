import { exportDetailedPostings, listDetailedPostings } from '@flyerdeck/contracts';
import type { DetailedPosting } from '@flyerdeck/contracts/types';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, keepWaiting, refuse, useApiServer } from '../../../../test/apiServer.ts';
import { uuid } from '../../../../test/builders.ts';
import { buildDetailedPosting, buildDurations } from '../../../../test/postingBuilders.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import PostingsScreen from './PostingsScreen.tsx';

useApiServer();

const EMPTY_TEXT = 'No postings found matching your criteria';
const page = (postings: readonly DetailedPosting[], rest: { total_pages?: number; total?: number } = {}) => ({
  postings: [...postings],
  total_pages: 1,
  total: postings.length,
  total_is_estimate: false,
  ...rest,
});
const many = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    buildDetailedPosting({
      id: uuid(i + 1),
      task_description: `Flyer ${i + 1}`,
      status: i % 2 ? 'failed' : 'completed',
    }),
  );
const show = (address = '/admin/postings') => renderScreen(<PostingsScreen />, { address });
const toggles = () => screen.findAllByRole('button', { name: /details of/ });
const cellsOf = async (posting: DetailedPosting) => {
  answer(listDetailedPostings, page([posting]));
  show();
  const row = (await toggles())[0]?.closest('tr') as HTMLElement;
  return within(row).getAllByRole('cell');
};
const lastQuery = (asked: readonly { url: URL }[]) => Object.fromEntries(asked.at(-1)?.url.searchParams ?? []);

test('asks for the first 50 by the last update, newest first, without the archived', async () => {
  const asked = answer(listDetailedPostings, page([buildDetailedPosting()]));
  show();
  await toggles();
  expect(asked).toHaveLength(1);
  expect(lastQuery(asked)).toEqual({
    page: '1',
    limit: '50',
    sort_by: 'updatedAt',
    sort_order: '-1',
    archived: 'false',
  });
});

test.each([
  [3_412, false, 'All Postings (3,412)'],
  [1_000_000, true, 'All Postings (about 1.0 M)'],
])('with %d postings, an estimate: %s, says %s', async (total, total_is_estimate, text) => {
  answer(listDetailedPostings, { ...page(many(2)), total, total_is_estimate });
  show();
  expect(await screen.findByText(text)).toBeInTheDocument();
});

test('shows seconds with one decimal, and N/A where the posting never was', async () => {
  const cells = await cellsOf(
    buildDetailedPosting({
      status_durations: buildDurations({ pending: 4_049, posting: 121_000 }),
      total_duration: 125_049,
      retry_count: 2,
    }),
  );
  expect(cells.slice(6).map((cell) => cell.textContent)).toEqual(['4.0s', '121.0s', 'N/A', 'N/A', '125.0s', '2']);
});

/** [column, threshold]: a value at it is ordinary, the next one is marked. */
test.each([
  ['pending', 60_000],
  ['posting', 120_000],
  ['posted', 30_000],
  ['failed', 0],
] as const)('marks %s above %d ms', async (status, threshold) => {
  const place = { pending: 6, posting: 7, posted: 8, failed: 9 }[status];
  const at = await cellsOf(buildDetailedPosting({ status_durations: buildDurations({ [status]: threshold }) }));
  expect(at[place]?.querySelector('[data-tone]')).toBeNull();
  cleanup();
  const above = await cellsOf(buildDetailedPosting({ status_durations: buildDurations({ [status]: threshold + 1 }) }));
  expect(above[place]?.querySelector('[data-tone]')).not.toBeNull();
});

test('marks a total above 300000 ms', async () => {
  answer(
    listDetailedPostings,
    page([
      buildDetailedPosting({ id: uuid(1), total_duration: 300_000 }),
      buildDetailedPosting({ id: uuid(2), total_duration: 300_001 }),
    ]),
  );
  show();
  await toggles();
  expect(screen.getAllByText('300.0s').map((cell) => cell.hasAttribute('data-tone'))).toEqual([false, true]);
});

test('shows visits only when there was more than one', async () => {
  const cells = await cellsOf(
    buildDetailedPosting({
      status_durations: {
        pending: { total_ms: 1_000, visits: 1, avg_ms: 1_000 },
        posting: { total_ms: 2_000, visits: 3, avg_ms: 667 },
      },
    }),
  );
  expect([cells[6]?.textContent, cells[7]?.textContent]).toEqual(['1.0s', '2.0s×3']);
});

test("a flyer without text has 'No description'", async () => {
  const cells = await cellsOf(buildDetailedPosting({ task_description: '' }));
  expect(cells[1]).toHaveTextContent('No description');
});

test('a click on a title sorts by it and another one turns the order round; the address says so', async () => {
  const asked = answer(listDetailedPostings, page(many(2)));
  const { address } = show();
  await toggles();
  expect(screen.getByRole('columnheader', { name: 'Last Update' })).toHaveAttribute('aria-sort', 'descending');
  await userEvent.click(screen.getByRole('button', { name: 'Total' }));
  await waitFor(() => expect(lastQuery(asked)).toMatchObject({ sort_by: 'total', sort_order: '-1' }));
  await userEvent.click(screen.getByRole('button', { name: 'Total' }));
  await waitFor(() => expect(lastQuery(asked)).toMatchObject({ sort_by: 'total', sort_order: '1' }));
  expect(screen.getByRole('columnheader', { name: 'Total' })).toHaveAttribute('aria-sort', 'ascending');
  expect(address()).toBe('/admin/postings?sort=total&order=asc');
});

test('a link reproduces the view', async () => {
  const asked = answer(listDetailedPostings, page(many(2), { total_pages: 9 }));
  show('/admin/postings?sort=retries&order=asc&page=4&search=luna&archived=yes&status=failed');
  expect(await toggles()).toHaveLength(1);
  expect(lastQuery(asked)).toEqual({
    page: '4',
    limit: '50',
    search: 'luna',
    sort_by: 'retries',
    sort_order: '1',
    archived: 'true',
  });
  expect(screen.getByRole('searchbox')).toHaveValue('luna');
  expect(screen.getByRole('combobox', { name: 'Status' })).toHaveValue('failed');
  expect(screen.getByRole('checkbox', { name: 'Archived' })).toBeChecked();
  expect(screen.getByRole('textbox', { name: 'Page' })).toHaveValue('4');
});

test('the status narrows the loaded page and asks for nothing', async () => {
  const asked = answer(listDetailedPostings, page(many(5), { total_pages: 3 }));
  const { address } = show('/admin/postings?page=2');
  await toggles();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Failed');
  expect(await toggles()).toHaveLength(2);
  expect(screen.getByText('2 of the 5 on this page')).toBeInTheDocument();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Posting');
  expect(screen.getByText(EMPTY_TEXT)).toBeInTheDocument();
  expect(asked).toHaveLength(1);
  expect(address()).toBe('/admin/postings?page=2&status=posting');
});

test('searches 500 ms after the last key, from the first page', async () => {
  const asked = answer(listDetailedPostings, page(many(2), { total_pages: 5 }));
  show('/admin/postings?page=3');
  await toggles();
  jest.useFakeTimers();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await user.type(screen.getByRole('searchbox'), 'luna');
  act(() => jest.advanceTimersByTime(499));
  expect(asked).toHaveLength(1);
  act(() => jest.advanceTimersByTime(1));
  jest.useRealTimers();
  await waitFor(() => expect(lastQuery(asked)).toMatchObject({ search: 'luna', page: '1' }));
  expect(asked).toHaveLength(2);
});

test('leads through as many pages as the server counts', async () => {
  const asked = answer(listDetailedPostings, page(many(1), { total_pages: 20_000 }));
  show();
  await toggles();
  expect(screen.getByRole('navigation', { name: 'Postings: pages' })).toHaveTextContent('of 20,000');
  expect(screen.getByRole('button', { name: 'Previous page' })).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Last page' }));
  await waitFor(() => expect(lastQuery(asked).page).toBe('20000'));
  await userEvent.clear(screen.getByRole('textbox', { name: 'Page' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Page' }), '77{Enter}');
  await waitFor(() => expect(lastQuery(asked).page).toBe('77'));
});

test('the archived are asked for on demand', async () => {
  const asked = answer(listDetailedPostings, page(many(1)));
  show();
  await toggles();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Archived' }));
  await waitFor(() => expect(lastQuery(asked).archived).toBe('true'));
});

test('says that nothing matches', async () => {
  answer(listDetailedPostings, page([], { total_pages: 0 }));
  show();
  expect(await screen.findByText(EMPTY_TEXT)).toBeInTheDocument();
});

test("shows the server's sentence and tries again on demand", async () => {
  refuse(listDetailedPostings, 503, { error: 'The database is restarting.', code: 'unavailable' });
  show();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('The database is restarting.');
  expect(screen.queryByText(EMPTY_TEXT)).not.toBeInTheDocument();
  answer(listDetailedPostings, page(many(1)));
  await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
  await toggles();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('without a sentence it shows what was thrown', async () => {
  refuse(listDetailedPostings, 500, {});
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent('API request failed with status 500: {}');
});

test('the rows stay while the next ones are on their way', async () => {
  answer(listDetailedPostings, page(many(3)));
  show();
  await toggles();
  keepWaiting(listDetailedPostings);
  await userEvent.click(screen.getByRole('button', { name: 'Created' }));
  expect(screen.getAllByRole('button', { name: /details of/ })).toHaveLength(3);
});

test('arrow keys move between rows, Enter opens and closes the detail', async () => {
  answer(listDetailedPostings, page(many(4)));
  show();
  const [first, second, , last] = await toggles();
  expect((await toggles()).map((toggle) => toggle.tabIndex)).toEqual([0, -1, -1, -1]);
  act(() => first?.focus());
  await userEvent.keyboard('{ArrowDown}');
  expect(second).toHaveFocus();
  await userEvent.keyboard('{End}');
  expect(last).toHaveFocus();
  expect((await toggles()).map((toggle) => toggle.tabIndex)).toEqual([-1, -1, -1, 0]);
  await userEvent.keyboard('{Home}{Enter}');
  expect(first).toHaveFocus();
  expect(first).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('region', { name: 'Posting details' })).toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  expect(first).toHaveAttribute('aria-expanded', 'false');
});

test('the detail names everything that is known of a posting', async () => {
  const posting = buildDetailedPosting({
    id: uuid(90),
    file_id: uuid(50),
    guid: uuid(7),
    delay_hours: 3,
    retry_count: 2,
    status: 'failed',
    errorMessage: 'The site asked for a captcha.',
    status_durations: {
      pending: { total_ms: 4_000, visits: 1, avg_ms: 4_000 },
      posting: { total_ms: 9_000, visits: 3, avg_ms: 3_000 },
    },
    performance_summary: { bottleneck_status: 'posting', first_pending_at: null, final_completion_at: null },
  });
  answer(listDetailedPostings, page([posting]));
  show();
  await userEvent.click(await screen.findByText('Luna Star'));
  const detail = within(screen.getByRole('region', { name: 'Posting details' }));
  const facts = detail.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(facts).toEqual([
    ['ID', uuid(90)],
    ['User ID', '700000001'],
    ['GUID', uuid(7)],
    ['File ID', uuid(50)],
    ['Delay Hours', '3'],
    ['Retries', '2'],
    ['Bottleneck Status', 'posting'],
    ['Transitions', '3'],
    ['Start Time', 'N/A'],
    ['Completion Time', 'N/A'],
    ['Pending', '4.0s 1 visit'],
    ['Posting', '9.0s 3 visits'],
  ]);
  expect(detail.getByRole('alert')).toHaveTextContent('The site asked for a captcha.');
  expect(detail.getByRole('img', { name: 'Flyer' })).toHaveAttribute('src', `/api/get_image/${uuid(50)}?w=320`);
  const steps = within(detail.getByRole('list', { name: 'Transitions' })).getAllByRole('listitem');
  expect(steps.map((step) => step.textContent)).toEqual([
    'PendingPosting4.0s',
    'PostingPosted21.0s',
    'PostedCompleted3.0s',
  ]);
});

test('Refresh asks again', async () => {
  const asked = answer(listDetailedPostings, page(many(1)));
  show();
  await toggles();
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(asked).toHaveLength(2));
});

test('the export asks for the whole filtered set, the status with it, and opens its address', async () => {
  answer(listDetailedPostings, page(many(4)));
  const asked = answer(exportDetailedPostings, {
    download_url: '/api/downloads/abc',
    expires_at: '2026-03-01T12:01:00Z',
  });
  const opened: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    opened.push(`${this.getAttribute('href')} ${this.hasAttribute('download')}`);
  });
  show('/admin/postings?search=luna&status=failed&sort=total&order=asc&page=2');
  await toggles();
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(opened).toEqual(['/api/downloads/abc true']));
  expect(asked.map(({ body }) => body)).toEqual([
    { search: 'luna', sort_by: 'total', sort_order: 1, archived: false, status: 'failed' },
  ]);
});

test('an export that is refused says why', async () => {
  answer(listDetailedPostings, page(many(1)));
  refuse(exportDetailedPostings, 429, { error: 'Too many exports. Try again in a minute.', code: 'rate_limited' });
  show();
  await toggles();
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many exports. Try again in a minute.');
});

describe('the columns a person chose', () => {
  const titles = () => screen.getAllByRole('columnheader').map((header) => header.textContent);
  const choose = async (...names: string[]) => {
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    for (const name of names) await userEvent.click(screen.getByRole('checkbox', { name }));
  };
  beforeEach(() => {
    answer(listDetailedPostings, page(many(1)));
  });

  test('are the ones shown, in the address and on the next visit', async () => {
    const { address, unmount } = show();
    await toggles();
    expect(titles()).toHaveLength(12);
    await choose('Page', 'Created');
    expect(titles()).not.toContain('Page');
    expect(address()).toBe(
      `/admin/postings?${new URLSearchParams({ columns: 'description,assistant,updatedAt,pending,posting,posted,failed,total,retries' })}`,
    );
    unmount();
    const again = show();
    await toggles();
    expect(titles()).toHaveLength(10);
    expect(again.address()).toContain('columns=');
  });

  test('give way to those of a link', async () => {
    show();
    await toggles();
    await choose('Total');
    cleanup();
    show('/admin/postings?columns=total');
    await toggles();
    expect(titles()).toEqual(['Status', 'Total']);
  });

  test('are all of them again once all are chosen', async () => {
    const { address } = show();
    await toggles();
    await choose('Page', 'Page');
    expect(titles()).toHaveLength(12);
    expect(address()).toBe('/admin/postings');
  });
});
