import { exportDetailedPostings, listDetailedPostings } from '@flyerdeck/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, disconnect, keepWaiting, refuse, useApiServer } from '../../../../test/apiServer.ts';
import { uuid } from '../../../../test/builders.ts';
import { choose, openSelect } from '../../../../test/choose.ts';
import { buildDetailedPosting } from '../../../../test/postingBuilders.ts';
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

const EMPTY_TEXT = 'No postings found matching your criteria';

test('requests the 50 postings with the latest update, without archived postings [2.16-01, 2.16-24, 7.6-04, 9-28]', async () => {
  const requests = answerPostings(buildPostings(1));
  showAllColumns();
  expect(screen.getByRole('heading', { name: 'Detailed Page Postings', level: 1 })).toBeInTheDocument();
  await toggles();
  expect(requests.map(({ url }) => url.pathname)).toEqual(['/api/page-postings/detailed-admin']);
  expect(lastQuery(requests)).toEqual({
    page: '1',
    limit: '50',
    sort_by: 'updatedAt',
    sort_order: '-1',
    archived: 'false',
  });
  expect(headerOf('Last Update')).toHaveAttribute('aria-sort', 'descending');
  expect(screen.getByRole('checkbox', { name: 'Archived' })).not.toBeChecked();
});

test('shows only a placeholder until the response', async () => {
  const requests = keepWaiting(listDetailedPostings);
  showPostings();
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(screen.getByRole('status', { name: 'Loading postings' })).toBeInTheDocument();
  expect(screen.getByText('All Postings (…)')).toBeInTheDocument();
  expect(screen.queryByText(EMPTY_TEXT)).not.toBeInTheDocument();
});

test.each([
  [3_412, 'All Postings (3,412)'],
  [1_000_000, 'All Postings (1,000,000)'],
])('for %d postings shows %s [2.16-02]', async (total, text) => {
  answerPostings([], { total });
  showPostings();
  expect(await screen.findByText(text)).toBeInTheDocument();
});

test('reads the view from the URL [7.6-04]', async () => {
  const requests = answerPostings(buildPostings(2), { total_pages: 9 });
  showPostings('/admin/postings?sort=retries&order=asc&page=4&search=luna&archived=yes&status=failed');
  expect(await toggles()).toHaveLength(1);
  expect(lastQuery(requests)).toEqual({
    page: '4',
    limit: '50',
    search: 'luna',
    sort_by: 'retries',
    sort_order: '1',
    archived: 'true',
  });
  expect(screen.getByRole('searchbox')).toHaveValue('luna');
  expect(screen.getByTitle('Failed')).toBeInTheDocument();
  expect(screen.getByRole('checkbox', { name: 'Archived' })).toBeChecked();
  expect(screen.getByTitle('4')).toHaveClass('ant-pagination-item-active');
});

test('the status filters the loaded page without a request [2.16-05, 2.16-06]', async () => {
  const STATUSES = ['pending', 'posting', 'posted', 'completed', 'failed'] as const;
  const postings = [...STATUSES, 'failed' as const].map((status, place) =>
    buildDetailedPosting({ id: uuid(place + 1), status }),
  );
  const requests = answerPostings(postings, { total_pages: 3 });
  const { address } = showPostings('/admin/postings?page=2');
  await toggles();
  const options = await openSelect('Status');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    ...['All', 'Pending', 'Posting', 'Posted', 'Completed', 'Failed'],
  ]);
  for (const [status, count] of [
    ['Pending', 1],
    ['Posting', 1],
    ['Posted', 1],
    ['Completed', 1],
    ['Failed', 2],
  ] as const) {
    await choose('Status', status);
    expect((await cellsOfRows()).map((cells) => cells[1]?.textContent)).toEqual(Array(count).fill(status));
    expect(screen.getByText(`${count} of the 6 on this page`)).toBeInTheDocument();
  }
  expect(address()).toBe('/admin/postings?page=2&status=failed');
  await choose('Status', 'All');
  expect(await toggles()).toHaveLength(6);
  expect(requests).toHaveLength(1);
});

test('shows a message when no posting matches the search, or none on the loaded page has the status [2.16-09]', async () => {
  answerPostings(buildPostings(1));
  const { go } = showPostings('/admin/postings?status=posting');
  expect(await screen.findByText(EMPTY_TEXT)).toBeInTheDocument();
  answerPostings([], { total_pages: 0 });
  go('/admin/postings?search=nothing');
  expect(await screen.findByText('All Postings (0)')).toBeInTheDocument();
  expect(screen.getByText(EMPTY_TEXT)).toBeInTheDocument();
});

test('requests the first page of a search 500 ms after the last key [2.16-04, 5-27]', async () => {
  const requests = answerPostings(buildPostings(1), { total_pages: 5 });
  showPostings('/admin/postings?page=3');
  await toggles();
  jest.useFakeTimers();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const advanceTime = (ms: number) => act(() => jest.advanceTimersByTime(ms));
  await user.type(screen.getByRole('searchbox'), 'lun');
  advanceTime(499);
  await user.type(screen.getByRole('searchbox'), 'a');
  advanceTime(499);
  expect(requests).toHaveLength(1);
  advanceTime(1);
  jest.useRealTimers();
  await waitFor(() => expect(lastQuery(requests)).toMatchObject({ search: 'luna', page: '1' }));
  expect(requests).toHaveLength(2);
});

test('has as many result pages as the server reports [2.16-08, 7.6-05]', async () => {
  const requests = answerPostings(buildPostings(1), { total_pages: 20_000 });
  showPostings();
  await toggles();
  expect(screen.getByTitle('Previous Page')).toHaveAttribute('aria-disabled', 'true');
  for (const [title, page] of [
    ['Next Page', '2'],
    ['20000', '20000'],
    ['Previous Page', '19999'],
    ['1', '1'],
  ] as const) {
    fireEvent.click(screen.getByTitle(title));
    await waitFor(() => expect(lastQuery(requests).page).toBe(page));
  }
  const jumper = screen.getByLabelText('Page');
  fireEvent.change(jumper, { target: { value: '77' } });
  fireEvent.keyUp(jumper, { keyCode: 13 });
  await waitFor(() => expect(lastQuery(requests).page).toBe('77'));
});

test('requests archived postings when the checkbox is set', async () => {
  const requests = answerPostings(buildPostings(1));
  showPostings();
  await toggles();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Archived' }));
  await waitFor(() => expect(lastQuery(requests).archived).toBe('true'));
});

test.each([
  ['a server error', 'Something went wrong on our side (request 1a2b).'],
  ['a response without an error field', 'API request failed with status 502: {}'],
  ['no response', 'Failed to fetch'],
])(
  'a failed request with %s shows the message, and Retry sends the request again [2.16-10, 8.4-08, 8.4-09, 8.4-10]',
  async (what, message) => {
    if (what === 'a server error') refuse(listDetailedPostings, 500, { error: message, code: 'internal' });
    else if (what === 'no response') disconnect(listDetailedPostings);
    else refuse(listDetailedPostings, 502, {});
    showPostings();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(`${message}Retry`);
    expect(screen.queryByText(EMPTY_TEXT)).not.toBeInTheDocument();
    answerPostings(buildPostings(2));
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await toggles()).toHaveLength(2);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  },
);

test('keeps the rows until the next rows are loaded', async () => {
  answerPostings(buildPostings(3));
  showAllColumns();
  await toggles();
  const requests = keepWaiting(listDetailedPostings);
  await userEvent.click(headerOf('Created'));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(await toggles()).toHaveLength(3);
  expect(screen.queryByRole('status', { name: 'Loading postings' })).not.toBeInTheDocument();
});

test('Refresh sends the request again and shows the new rows [2.16-03]', async () => {
  answerPostings(buildPostings(1));
  showPostings();
  await toggles();
  const requests = answerPostings(buildPostings(2));
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('All Postings (2)')).toBeInTheDocument();
  expect(await toggles()).toHaveLength(2);
  expect(requests).toHaveLength(1);
});

test('the export requests all postings with the search and status, and downloads the file', async () => {
  answerPostings(buildPostings(4));
  const requests = answer(exportDetailedPostings, {
    download_url: '/api/downloads/abc',
    expires_at: '2026-03-01T12:01:00Z',
  });
  const opened: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    opened.push(`${this.getAttribute('href')} ${this.hasAttribute('download')}`);
  });
  showPostings('/admin/postings?search=luna&status=failed&sort=total&order=asc&page=2');
  await toggles();
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(opened).toEqual(['/api/downloads/abc true']));
  expect(requests.map(({ body }) => body)).toEqual([
    {
      search: 'luna',
      sort_by: 'total',
      sort_order: 1,
      archived: false,
      status: 'failed',
      time_zone: expect.any(String),
    },
  ]);
});

test("shows the server's message when an export is refused", async () => {
  answerPostings(buildPostings(1));
  refuse(exportDetailedPostings, 429, { error: 'Too many exports. Try again in a minute.', code: 'rate_limited' });
  showPostings();
  await toggles();
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many exports. Try again in a minute.');
});

test('offers the whole set when no posting on the page has the status, and filters it on the server', async () => {
  const requests = answerPostings(buildPostings(2), { total_pages: 3 });
  const { address } = showPostings('/admin/postings?page=2&status=posting');
  expect(await screen.findByText('None on this page.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Show all posting postings' }));
  await waitFor(() => expect(lastQuery(requests)).toMatchObject({ status: 'posting', page: '1' }));
  expect(address()).toBe('/admin/postings?status=posting&scope=all');
  expect(screen.queryByText('None on this page.')).not.toBeInTheDocument();
});

test('reads the filters of the server from the URL', async () => {
  const requests = answerPostings(buildPostings(1));
  showPostings(
    `/admin/postings?owner=@luna&guid=${uuid(7)}&assistant=${uuid(8)}&from=2026-03-01&to=2026-03-02&stuck=claimed&minutes=30&size=100`,
  );
  await toggles();
  expect(lastQuery(requests)).toMatchObject({
    owner: '@luna',
    guid: uuid(7),
    assistant: uuid(8),
    created_from: new Date(2026, 2, 1).toISOString(),
    created_to: new Date(2026, 2, 3).toISOString(),
    stuck: 'claimed',
    stuck_minutes: '30',
    limit: '100',
  });
  expect(screen.getByRole('button', { name: 'Filters (5)' })).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('textbox', { name: 'Owner' })).toHaveValue('@luna');
});

test('finds stuck work, the longest unchanged first', async () => {
  const requests = answerPostings(buildPostings(1));
  showPostings();
  await toggles();
  await choose('Stuck', 'Stuck work');
  await waitFor(() =>
    expect(lastQuery(requests)).toMatchObject({
      stuck: 'any',
      stuck_minutes: '10',
      sort_by: 'unchanged',
      sort_order: '-1',
    }),
  );
});

test('a filter applies with Enter, and not while it is invalid', async () => {
  const requests = answerPostings(buildPostings(1));
  const { address } = showAllColumns();
  await toggles();
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
  const page = screen.getByRole('textbox', { name: 'Page' });
  fireEvent.change(page, { target: { value: 'luna' } });
  fireEvent.blur(page);
  expect(page).toBeInvalid();
  expect(requests).toHaveLength(1);
  fireEvent.change(page, { target: { value: uuid(7) } });
  fireEvent.keyDown(page, { key: 'Enter', keyCode: 13 });
  await waitFor(() => expect(lastQuery(requests)).toMatchObject({ guid: uuid(7) }));
  expect(address()).toBe(`/admin/postings?guid=${uuid(7)}`);
});

test('opened rows are in the URL', async () => {
  answerPostings(buildPostings(3));
  const { address } = showPostings(`/admin/postings?open=${uuid(2)}`);
  const [first, second] = await toggles();
  expect(second).toHaveAttribute('aria-expanded', 'true');
  fireEvent.click(first as HTMLElement);
  await waitFor(() => expect(address()).toBe(`/admin/postings?open=${uuid(2)}%2C${uuid(1)}`));
});
