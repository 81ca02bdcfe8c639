import { listDetailedPostings, requestExport, retryFailedPostings } from '@flyerdeck/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
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
  showPostings,
  toggles,
} from '../../../../test/postingsTable.tsx';

useApiServer();

const EMPTY_TEXT = 'No postings found matching your criteria';
const statuses = async () => (await cellsOfRows()).map((cells) => cells[1]?.textContent);

test('shows a placeholder, then the postings in the order of the response, and sorts, refreshes and exports them [2.16-01, 2.16-02, 2.16-03, 2.16-04, 2.16-23, 2.16-24, 7.6-04, 9-28]', async () => {
  const requests = keepWaiting(listDetailedPostings);
  const { unmount } = showPostings();
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(screen.getByRole('heading', { name: 'Detailed Page Postings', level: 1 })).toBeInTheDocument();
  expect(screen.getByRole('status', { name: 'Loading postings' })).toBeInTheDocument();
  expect(screen.getByText('All Postings (…)')).toBeInTheDocument();
  expect(screen.queryByText(EMPTY_TEXT)).not.toBeInTheDocument();
  unmount();

  const [first, second] = buildPostings(2);
  const answered = answerPostings([second, first] as ReturnType<typeof buildPostings>, { total: 1_003_412 });
  const exported = answer(requestExport, { download_url: '#ticket', expires_at: '2026-03-01T12:01:00Z' });
  const { address } = showPostings('/admin/postings?columns=description,updatedAt&search=luna');
  expect((await cellsOfRows()).map((cells) => cells[2]?.textContent)).toEqual(['Flyer 2', 'Flyer 1']);
  expect(screen.getByText('All Postings (1,003,412)')).toBeInTheDocument();
  expect(screen.getByRole('searchbox')).toHaveValue('luna');
  expect(headerOf('Last Update')).toHaveAttribute('aria-sort', 'descending');
  expect(lastQuery(answered)).toEqual({
    ...{ page: '1', limit: '50', search: 'luna', sort_by: 'updatedAt', sort_order: '-1', archived: 'false' },
  });
  for (const [sort_order, shown] of [
    ['1', 'ascending'],
    ['-1', 'descending'],
  ]) {
    fireEvent.click(headerOf('Last Update'));
    await waitFor(() => expect(lastQuery(answered)).toMatchObject({ sort_by: 'updatedAt', sort_order }));
    expect(headerOf('Last Update')).toHaveAttribute('aria-sort', shown);
  }
  fireEvent.click(screen.getByText('Export CSV'));
  await waitFor(() => expect(exported.map(({ body }) => body)).toMatchObject([{ search: 'luna' }]));
  fireEvent.click(screen.getByLabelText('Archived'));
  await waitFor(() => expect(lastQuery(answered).archived).toBe('true'));
  expect(address()).toContain('archived=yes');
  const again = answerPostings(buildPostings(1));
  fireEvent.click(screen.getByText('Refresh'));
  expect(await screen.findByText('All Postings (1)')).toBeInTheDocument();
  expect(await toggles()).toHaveLength(1);
  expect(again).toHaveLength(1);
});

test('the status filters the loaded page without a request, and all postings when they are asked for [2.16-05, 2.16-06, 2.16-09]', async () => {
  const STATUSES = ['pending', 'posted', 'completed', 'failed', 'failed'] as const;
  const postings = STATUSES.map((status, place) => buildDetailedPosting({ id: uuid(place + 1), status }));
  const requests = answerPostings(postings, { total_pages: 3 });
  const { address } = showPostings('/admin/postings?page=2&columns=');
  expect(await statuses()).toHaveLength(5);
  expect((await openSelect('Status')).map(({ textContent }) => textContent)).toEqual([
    ...['All', 'Pending', 'Posting', 'Posted', 'Completed', 'Failed'],
  ]);
  for (const [status, count] of [
    ['Pending', 1],
    ['Failed', 2],
  ] as const) {
    await choose('Status', status);
    expect(await statuses()).toEqual(Array(count).fill(status));
    expect(screen.getByText(`${count} of the 5 on this page`)).toBeInTheDocument();
  }
  expect(address()).toBe('/admin/postings?page=2&columns=&status=failed');
  await choose('Status', 'All');
  expect(await statuses()).toHaveLength(5);
  await choose('Status', 'Posting');
  expect(screen.getByText(EMPTY_TEXT)).toHaveTextContent('None on this page.');
  expect(requests).toHaveLength(1);
  fireEvent.click(screen.getByText('Show all posting postings'));
  await waitFor(() => expect(lastQuery(requests)).toMatchObject({ status: 'posting', page: '1' }));
  expect(screen.queryByText('None on this page.')).not.toBeInTheDocument();
});

test('has as many result pages as the server reports [2.16-08, 7.6-05]', async () => {
  const requests = answerPostings(buildPostings(1), { total_pages: 20_000 });
  showPostings('/admin/postings?columns=');
  await toggles();
  for (const [title, page] of [
    ['Next Page', '2'],
    ['20000', '20000'],
  ] as const) {
    fireEvent.click(screen.getByTitle(title));
    await waitFor(() => expect(lastQuery(requests).page).toBe(page));
  }
  expect(screen.getByTitle('Next Page')).toHaveAttribute('aria-disabled', 'true');
});

test('a failed request shows the server’s or the thrown message, and Retry sends the request again [2.16-10, 8.4-08, 8.4-09, 8.4-10]', async () => {
  const retry = async () => fireEvent.click(screen.getByText('Retry'));
  const message = async (text: string) =>
    waitFor(() => expect(screen.getByRole('alert').textContent).toBe(`${text}Retry`));
  refuse(listDetailedPostings, 500, { error: 'Something went wrong on our side (request 1a2b).', code: 'internal' });
  showPostings();
  await message('Something went wrong on our side (request 1a2b).');
  expect(screen.queryByText(EMPTY_TEXT)).not.toBeInTheDocument();
  refuse(listDetailedPostings, 502, {});
  await retry();
  await message('API request failed with status 502: {}');
  disconnect(listDetailedPostings);
  await retry();
  await message('Failed to fetch');
  answerPostings(buildPostings(2));
  await retry();
  expect(await toggles()).toHaveLength(2);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('selected postings are retried after one question', async () => {
  answerPostings(buildPostings(3), { total: 900, total_pages: 300 });
  const retries = answer(retryFailedPostings, { message: '1 posting put back in the queue.', retried: 1 });
  showPostings();
  await toggles();
  fireEvent.click(screen.getByLabelText(`Select ${uuid(2)}`));
  expect(screen.getByText('1 selected')).toBeInTheDocument();
  fireEvent.click(screen.getByText('Retry…'));
  expect(await screen.findByText('1 selected posting.')).toBeInTheDocument();
  const retry = screen.getByRole('button', { name: 'Retry' });
  fireEvent.click(retry);
  fireEvent.click(retry);
  expect(await screen.findByText('1 posting put back in the queue.')).toBeInTheDocument();
  expect(retries.map(({ body }) => body)).toEqual([{ posting_ids: [uuid(2)] }]);
  await waitFor(() => expect(screen.queryByText('1 selected')).not.toBeInTheDocument());
});

test('all failed postings with the filters are counted and retried; not where a retry has other filters', async () => {
  const requests = answerPostings(buildPostings(3), { total: 12_000, total_pages: 300 });
  const { go } = showPostings('/admin/postings?columns=description&owner=7');
  await toggles();
  fireEvent.click(screen.getByText('Retry failed…'));
  expect(await screen.findByText('12,000 failed postings with the filters of the list.')).toBeInTheDocument();
  expect(screen.getByText(/^The oldest 10,000 go back to the queue\./)).toBeInTheDocument();
  expect(lastQuery(requests)).toEqual({ owner: '7', status: 'failed', limit: '1' });
  refuse(retryFailedPostings, 422, { error: 'At most 200,000 postings.', code: 'posting.too_many_pending' });
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('At most 200,000 postings.')).toBeInTheDocument();
  const retries = answer(retryFailedPostings, { message: 'They are being put back.', retried: 10_000 });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Retry' })).toBeEnabled());
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('They are being put back.')).toBeInTheDocument();
  expect(retries.map(({ body }) => body)).toEqual([{ owner: '7' }]);
  for (const filter of ['stuck=any', 'archived=yes', 'status=posted']) {
    go(`/admin/postings?columns=description&${filter}`);
    await waitFor(() => expect(screen.queryByText('Retry failed…')).not.toBeInTheDocument());
    go('/admin/postings?columns=description');
    await screen.findByText('Retry failed…');
  }
});
