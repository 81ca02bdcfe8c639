import {
  listDetailedPostings,
  listStructureReports,
  type ResponseOf,
  requestExport,
  retryFailedPostings,
} from '@flyerdeck/contracts';
import type { DetailedPosting } from '@flyerdeck/contracts/types';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Arrived, answer, disconnect, keepWaiting, refuse, useApiServer } from '../../../../test/apiServer.ts';
import { uuid } from '../../../../test/builders.ts';
import { choose, openSelect } from '../../../../test/choose.ts';
import { buildDetailedPosting, buildDurations } from '../../../../test/postingBuilders.ts';
import { renderCells } from '../../../../test/renderCells.tsx';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import { tableViewOf } from '../table/tableView.ts';
import PostingDetail from './PostingDetail.tsx';
import PostingsScreen from './PostingsScreen.tsx';
import { POSTING_COLUMNS } from './postingColumns.tsx';
import { listQueryOf, POSTINGS_VIEW } from './postingsView.ts';

useApiServer();

/** Shows only two columns unless the address says otherwise, because all columns take long to render. */
const showPostings = (address = '/admin/postings?columns=description') => renderScreen(<PostingsScreen />, { address });

type PostingsPage = ResponseOf<typeof listDetailedPostings>;

const answerPostings = (postings: readonly DetailedPosting[], rest: Partial<PostingsPage> = {}): Arrived[] =>
  answer(listDetailedPostings, { postings: [...postings], total_pages: 1, total: postings.length, ...rest });

/** Postings 'Flyer 1' (completed), 'Flyer 2' (failed), and so on. */
const buildPostings = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    buildDetailedPosting({
      id: uuid(i + 1),
      task_description: `Flyer ${i + 1}`,
      status: i % 2 ? 'failed' : 'completed',
    }),
  );

/** The buttons that open the rows' details. Queries by role are slow in tables. */
const toggles = () => screen.findAllByLabelText(/^details of /);

const lastQuery = (asked: readonly Arrived[]) => Object.fromEntries(asked.at(-1)?.url.searchParams ?? []);

/** The cells of each row, from left to right, without that of the selection. */
const cellsOfRows = async () =>
  (await toggles()).map((toggle) =>
    [...(toggle.closest('tr') as HTMLTableRowElement).cells].filter(
      ({ classList }) => !classList.contains('ant-table-selection-column'),
    ),
  );

const headerOf = (title: string) => screen.getByText(title, { selector: 'th *' }).closest('th') as HTMLElement;

describe('the screen', () => {
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

  test('the status filters the loaded page without a request, and all postings when they are asked for; there are as many result pages as the server reports [2.16-05, 2.16-06, 2.16-08, 2.16-09, 7.6-05]', async () => {
    const STATUSES = ['pending', 'posted', 'completed', 'failed', 'failed'] as const;
    const postings = STATUSES.map((status, place) => buildDetailedPosting({ id: uuid(place + 1), status }));
    const requests = answerPostings(postings, { total_pages: 20_000 });
    const { address } = showPostings('/admin/postings?page=2&columns=');
    expect(await statuses()).toHaveLength(5);
    expect(screen.getByTitle('20000')).toBeInTheDocument();
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

  test('all failed postings with the filters are counted and retried', async () => {
    const requests = answerPostings(buildPostings(3), { total: 12_000, total_pages: 300 });
    showPostings('/admin/postings?columns=description&owner=7');
    await toggles();
    fireEvent.click(screen.getByText('Retry failed…'));
    expect(await screen.findByText('12,000 failed postings with the filters of the list.')).toBeInTheDocument();
    expect(lastQuery(requests)).toEqual({ owner: '7', status: 'failed', limit: '1' });
    const retries = answer(retryFailedPostings, { message: 'They are being put back.', retried: 10_000 });
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('They are being put back.')).toBeInTheDocument();
    expect(retries.map(({ body }) => body)).toEqual([{ owner: '7' }]);
  });
});

describe('the detail', () => {
  beforeEach(() => answer(listStructureReports, []));

  const detail = () => screen.queryByRole('region', { name: 'Posting details' });
  const showDetail = (...changes: Parameters<typeof buildDetailedPosting>) => {
    renderScreen(<PostingDetail posting={buildDetailedPosting(...changes)} />);
    const texts = (part: 'label' | 'content') =>
      [...document.querySelectorAll(`span.ant-descriptions-item-${part}, .ant-descriptions-item-${part}`)].map(
        (cell) => cell.textContent,
      );
    const values = texts('content');
    return texts('label').map((label, place) => [label, values[place]]);
  };

  test('a click on a row or Enter on its control opens its detail [2.16-25, 2.16-26]', async () => {
    answerPostings(buildPostings(4));
    showPostings('/admin/postings?columns=description');
    const [first, second] = await toggles();
    await userEvent.click(screen.getByText('Flyer 2'));
    await waitFor(() => expect(detail()).toHaveTextContent(uuid(2)));
    expect([first, second].map((toggle) => toggle?.getAttribute('aria-expanded'))).toEqual(['false', 'true']);
    await userEvent.click(screen.getAllByText('Flyer 2')[0] as HTMLElement);
    expect(second).toHaveAttribute('aria-expanded', 'false');
    act(() => first?.focus());
    await userEvent.keyboard('{Enter}');
    expect(first).toHaveAttribute('aria-expanded', 'true');
  });

  test('the detail shows all data of a posting [2.16-27, 2.16-28, 2.16-29, 2.16-30, 2.16-31, 2.16-32, 2.16-33, 2.16-34, 2.16-35, 2.16-36, 2.16-37, 2.16-38, 2.16-39, 2.16-40, 4.11-07]', () => {
    const facts = showDetail({
      id: uuid(90),
      userId: '700000042',
      guid: uuid(7),
      assistant_id: uuid(8),
      file_id: uuid(50),
      delay_hours: 6,
      retry_count: 2,
      status: 'failed',
      errorMessage: 'The site asked for a captcha.',
      status_durations: {
        pending: { total_ms: 4_000, visits: 1, avg_ms: 4_000 },
        posting: { total_ms: 63_000, visits: 3, avg_ms: 21_000 },
      },
      performance_summary: {
        bottleneck_status: 'posting',
        first_pending_at: '2026-03-01T12:00:00.000Z',
        final_completion_at: '2026-03-03T12:00:00.000Z',
      },
    });
    expect(facts).toEqual([
      ['ID', uuid(90)],
      ['User ID', '700000042'],
      ['GUID', uuid(7)],
      ['Task ID', uuid(12)],
      ['Assistant ID', uuid(8)],
      ['File ID', uuid(50)],
      ['Delay Hours', '6'],
      ['Retries', '2'],
      ['Bottleneck Status', 'posting'],
      ['Transitions', '3'],
      ['Start Time', expect.stringMatching(/^Mar 1, 2026 \d\d:\d\d$/)],
      ['Completion Time', expect.stringMatching(/^Mar 3, 2026 \d\d:\d\d$/)],
      ['Pending', '4.0s 1 visit'],
      ['Posting', '63.0s 3 visits'],
    ]);
    expect(screen.getByRole('link', { name: '700000042' })).toHaveAttribute('href', '/admin/users/700000042');
    expect(screen.getByRole('link', { name: 'Only postings of this user' })).toHaveAttribute(
      'href',
      '/admin/postings?owner=700000042',
    );
    expect(screen.getAllByRole('button', { name: /^Copy/ })).toHaveLength(6);
    const region = screen.getByRole('region', { name: 'Posting details' });
    expect(region.firstElementChild).toContainElement(screen.getByRole('alert'));
    expect(screen.getByRole('alert')).toHaveTextContent(/^The site asked for a captcha\.$/);
    expect(screen.getByRole('img', { name: 'Flyer' })).toHaveAttribute('src', `/api/get_image/${uuid(50)}?w=320`);
    const steps = within(screen.getByRole('list', { name: 'Transitions' })).getAllByRole('listitem');
    expect(steps.map((step) => step.textContent)).toEqual([
      'PendingPosting4.0s',
      'PostingPosted21.0s',
      'PostedCompleted3.0s',
    ]);
  });
});

describe('the columns', () => {
  const render = (...changes: Parameters<typeof buildDetailedPosting>) =>
    renderCells(POSTING_COLUMNS, buildDetailedPosting(...changes));

  test('the columns have the documented titles, and show the values of a posting [2.16-07, 2.16-11, 2.16-12, 2.16-13, 2.16-14, 2.16-15, 2.16-16, 2.16-17, 2.16-18, 2.16-19, 2.16-20, 2.16-21, 2.16-22, 9-29]', () => {
    const { texts } = render({
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
    });
    expect(Object.entries(texts)).toEqual([
      ['Status', 'Posted'],
      ['Description', 'Sun and sea'],
      ['Assistant', 'August teaserLuna Star'],
      ['Page', uuid(77)],
      ['Last Update', expect.stringMatching(/^Mar 4, 2026 \d\d:\d\d$/)],
      ['Created', expect.stringMatching(/^Mar 1, 2026 \d\d:\d\d$/)],
      ['Pending', '0.5s'],
      ['Posting', '61.2s'],
      ['Posted', '7200.0s'],
      ['Failed', '3.0s'],
      ['Total', '7264.7s'],
      ['Retries', '2'],
      ['Unchanged', expect.stringMatching(/^\d+ d \d+ h$/)],
    ]);
  });

  test("'No description' stands for a flyer without text, and 'N/A' for a status that the posting never had [2.16-12, 9-30]", () => {
    const { texts } = render({ task_description: '', description: '', status_durations: {}, total_duration: 0 });
    expect(texts.Description).toBe('No description');
    expect(Object.values(texts).slice(6)).toEqual(['N/A', 'N/A', 'N/A', 'N/A', '0.0s', '0', 'N/A']);
  });

  test.each([
    ['pending', 'Pending', 'warning'],
    ['posting', 'Posting', 'info'],
    ['posted', 'Posted', 'accent'],
    ['completed', 'Completed', 'success'],
    ['failed', 'Failed', 'danger'],
  ] as const)(
    'the status %s is the label %s, coloured as %s [2.16-11, 4.11-01, 4.11-02, 4.11-03, 4.11-04, 4.11-05, 4.11-06]',
    (status, label, tone) => {
      const chip = render({ status }).cells.Status?.querySelector('[data-tone]');
      expect([chip?.textContent, chip?.getAttribute('data-tone')]).toEqual([label, tone]);
    },
  );

  test('times, retries and visits are marked above their limit, but not at the limit [9-31, 9-32, 9-33, 9-34, 9-35, 9-36, 9-37]', () => {
    const marksOf = (aboveLimit: 0 | 1) => {
      const { cells } = render({
        status_durations: {
          ...buildDurations({ pending: 60_000 + aboveLimit, posting: 120_000 + aboveLimit, failed: aboveLimit }),
          posted: { total_ms: 30_000 + aboveLimit, visits: 1 + aboveLimit, avg_ms: 30_000 },
        },
        total_duration: 300_000 + aboveLimit,
        retry_count: aboveLimit,
      });
      const marks = ['Pending', 'Posting', 'Posted', 'Failed', 'Total', 'Retries'].map((title) => [
        cells[title]?.textContent,
        cells[title]?.querySelector('[data-tone]')?.getAttribute('data-tone') ?? null,
      ]);
      return marks;
    };
    expect(marksOf(0)).toEqual([
      ['60.0s', null],
      ['120.0s', null],
      ['30.0s', null],
      ['0.0s', null],
      ['300.0s', null],
      ['0', null],
    ]);
    expect(marksOf(1)).toEqual([
      ['60.0s', 'warning'],
      ['120.0s', 'warning'],
      ['30.0s×2', 'warning'],
      ['0.0s', 'danger'],
      ['300.0s', 'warning'],
      ['1', 'warning'],
    ]);
  });

  test('status, times and retries can be sorted, longest and newest first, and no other column [2.16-23]', () => {
    const sorters = POSTING_COLUMNS.filter(({ sorter }) => sorter).map(({ key, sortDirections }) => [
      key,
      sortDirections?.[0],
    ]);
    expect(sorters).toEqual([
      ['status', 'ascend'],
      ...['updatedAt', 'createdAt', 'pending', 'posting', 'posted', 'failed', 'total', 'retries', 'unchanged'].map(
        (key) => [key, 'descend'],
      ),
    ]);
  });
});

describe('the view', () => {
  const viewOf = (params: string) => tableViewOf(POSTINGS_VIEW, new URLSearchParams(params));

  test('the list has what the URL says', () => {
    expect(listQueryOf(viewOf('sort=retries&order=asc&page=4&search=luna&archived=yes&status=failed'))).toEqual({
      page: 4,
      limit: 50,
      search: 'luna',
      sort_by: 'retries',
      sort_order: 1,
      archived: true,
    });
    expect(listQueryOf(viewOf('status=failed&scope=all'))).toMatchObject({ status: 'failed' });
  });

  test('the list has the filters of the server', () => {
    const filters = `owner=@luna&guid=${uuid(7)}&assistant=${uuid(8)}&from=2026-03-01&to=2026-03-02&stuck=claimed&minutes=30&size=100`;
    expect(listQueryOf(viewOf(filters))).toMatchObject({
      owner: '@luna',
      guid: uuid(7),
      assistant: uuid(8),
      created_from: new Date(2026, 2, 1).toISOString(),
      created_to: new Date(2026, 2, 3).toISOString(),
      stuck: 'claimed',
      stuck_minutes: 30,
      limit: 100,
    });
    expect(listQueryOf(viewOf('owner=luna&guid=7&from=today&stuck=x&size=7'))).toEqual(listQueryOf(viewOf('')));
  });
});
