import { getStats, getTrends, listAuditEvents, requestExport, setClaimPause } from '@flyerdeck/contracts';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildAdminUser, buildAuditEvent, buildStats, buildTrendDay } from '../../../../test/adminBuilders.ts';
import { answer, keepWaiting, refuse, useApiServer } from '../../../../test/apiServer.ts';
import { uuid } from '../../../../test/builders.ts';
import { choose } from '../../../../test/choose.ts';
import { renderCells } from '../../../../test/renderCells.tsx';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import AuditScreen, { AUDIT_COLUMNS, AUDIT_VIEW, selectionOf } from '../audit/AuditScreen.tsx';
import AdminDashboardScreen from '../dashboard/AdminDashboardScreen.tsx';
import { searchPeople, sortPeople } from '../people/people.ts';
import { AdminTable } from './AdminTable.tsx';
import { type AdminColumn, SORT_ASCENDING, SORT_DESCENDING } from './columns.tsx';
import { SearchBox } from './filters.tsx';
import { type TableViewRules, tableViewOf, useTableView, withTableView } from './tableView.ts';

useApiServer();

describe('the table', () => {
  interface Thing {
    readonly id: string;
    readonly size: number;
  }
  const RULES: TableViewRules<'id' | 'size'> = {
    table: 'users',
    sorts: ['id', 'size'],
    defaultSort: 'id',
    defaultOrder: 'asc',
    filters: {},
  };
  const COLUMNS: readonly AdminColumn<Thing>[] = [
    { key: 'id', title: 'Id', width: 100, dataIndex: 'id', ...SORT_ASCENDING },
    { key: 'size', title: 'Size', width: 100, dataIndex: 'size', ...SORT_DESCENDING },
    { key: 'note', title: 'Note', width: 100, render: () => 'none' },
  ];
  const THINGS = Array.from({ length: 13 }, (_, index) => ({ id: `thing-${index}`, size: index }));

  function Things() {
    const state = useTableView(RULES);
    return (
      <AdminTable
        label="Things"
        state={state}
        query={{ isFetching: false, isLoading: false, refetch: () => {} }}
        empty="No things"
        columns={COLUMNS}
        rows={THINGS}
        keyOf={({ id }) => id}
        details={{ nameOf: ({ id }) => id, render: ({ id }) => <p>All of {id}</p> }}
        pagination={{ pageSize: 13, total: 39 }}
      >
        <input type="search" />
      </AdminTable>
    );
  }
  const user = userEvent.setup({ delay: null });
  const show = (address = '/') => renderScreen(<Things />, { address });
  const toggle = (index: number) => screen.getByLabelText(`details of thing-${index}`);

  test('Tab moves between the rows, a key to the search, and Enter and a click open the details, which are in the URL', async () => {
    const { address } = show('/?open=thing-1');
    expect(screen.getByText('All of thing-1')).toBeInTheDocument();
    toggle(0).focus();
    await user.tab();
    expect(toggle(1)).toHaveFocus();
    await user.tab({ shift: true });
    await user.keyboard('{Enter}');
    expect(address()).toBe('/?open=thing-1%2Cthing-0');
    await user.keyboard('/');
    expect(screen.getByRole('searchbox')).toHaveFocus();
    expect(screen.getByRole('searchbox')).toHaveValue('');
    expect(screen.getByText('All of thing-0')).toBeInTheDocument();
    for (const index of [1, 0]) fireEvent.click(screen.getByText(`thing-${index}`));
    expect(address()).toBe('/');
    expect(toggle(0)).toHaveAttribute('aria-expanded', 'false');
  });
});

describe('the search box', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const renderSearchBox = (search: string) => {
    const onSearch = jest.fn();
    const box = (urlSearch: string) => <SearchBox label="Search" search={urlSearch} onSearch={onSearch} />;
    const { rerender } = render(box(search));
    return {
      onSearch,
      setUrlSearch: (next: string) => rerender(box(next)),
      type: (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } }),
      text: () => (screen.getByRole('searchbox') as HTMLInputElement).value,
      advanceTime: (ms: number) => act(() => jest.advanceTimersByTime(ms)),
    };
  };

  test('the search box calls onSearch 500 ms after the last key [5-27]', () => {
    const box = renderSearchBox('');
    box.type('l');
    box.advanceTime(499);
    box.type('lu');
    box.advanceTime(499);
    expect(box.onSearch).not.toHaveBeenCalled();
    box.advanceTime(1);
    expect(box.onSearch.mock.calls).toEqual([[{ search: 'lu' }, { replace: true }]]);
  });

  test('the search box takes its text from the URL, unless the URL has the text that it reported last', () => {
    const box = renderSearchBox('');
    box.type('lu');
    box.advanceTime(500);
    box.type('lun');
    box.setUrlSearch('lu');
    expect(box.text()).toBe('lun');
    box.setUrlSearch('stella');
    expect(box.text()).toBe('stella');
    box.advanceTime(500);
    expect(box.onSearch.mock.calls).toEqual([[{ search: 'lu' }, { replace: true }]]);
  });
});

describe('the view', () => {
  const RULES: TableViewRules<'name' | 'updatedAt', 'status' | 'archived'> = {
    table: 'users',
    sorts: ['name', 'updatedAt'],
    defaultSort: 'updatedAt',
    defaultOrder: 'desc',
    filters: { status: ['open', 'shut'], archived: ['yes'] },
  };
  const params = (text: string) => new URLSearchParams(text);
  const queryAfterChange = (
    from: string,
    changes: Parameters<typeof withTableView<'name' | 'updatedAt', 'status' | 'archived'>>[2],
  ) => withTableView(RULES, params(from), changes).toString();

  test.each(['sort=constructor', 'order=up', 'page=0', 'page=1.5', 'status=lost'])(
    'the invalid parameter %s is ignored',
    (text) => {
      expect(tableViewOf(RULES, params(text))).toEqual(tableViewOf(RULES, params('')));
    },
  );

  test('default values are left out of the URL and other parameters are kept', () => {
    expect(queryAfterChange('', { sort: 'name', order: 'asc' })).toBe('sort=name&order=asc');
    expect(queryAfterChange('sort=name&order=asc&columns=a,b', { sort: 'updatedAt', order: 'desc' })).toBe(
      'columns=a%2Cb',
    );
    expect(queryAfterChange('status=open&archived=yes', { filters: { status: null } })).toBe('archived=yes');
  });

  test('a changed search or filter goes to the first page, unless the change contains a page', () => {
    expect(queryAfterChange('page=7', { search: 'luna' })).toBe('search=luna');
    expect(queryAfterChange('page=7', { filters: { status: 'open' }, page: 7 })).toBe('page=7&status=open');
    expect(queryAfterChange('search=luna', { page: 3 })).toBe('search=luna&page=3');
  });
});

/** In the local time zone. */
const localTime = (day: number, hour = 0, minute = 0, second = 0) =>
  new Date(2026, 2, day, hour, minute, second).toISOString();
const purchase = buildAuditEvent({
  id: uuid(1),
  at: localTime(1, 14, 5, 9),
  act: 'purchase_booked',
  summary: 'Purchase, +500 credits',
});
const exported = buildAuditEvent({
  ...{ id: uuid(2), at: localTime(1, 14), act: 'exported', summary: 'users, search: ann' },
  ...{ admin_name: 'Zoe', admin_telegram_id: '7', target_telegram_id: null, target_name: '' },
});
const promoted = buildAuditEvent({
  ...{ id: uuid(3), at: localTime(1, 13), act: 'promoted' },
  ...{ admin_name: 'Product settings', admin_telegram_id: null, target_telegram_id: '42', target_name: '' },
});
const events = [purchase, exported, promoted];

const show = (search = '') => renderScreen(<AuditScreen />, { address: `/admin/audit${search}` });
const addressOf = ({ url }: { url: URL }) => decodeURIComponent(url.pathname + url.search);
const selectionIn = (search: string) => selectionOf(tableViewOf(AUDIT_VIEW, new URLSearchParams(search)));

test.each([
  [
    purchase,
    [
      'Mar 1, 2026 14:05:09',
      'Demo AdminID: 100000001',
      'Purchase booked',
      'Anna BellID: 700000001',
      'Purchase, +500 credits',
    ],
  ],
  [exported, ['Mar 1, 2026 14:00:00', 'ZoeID: 7', 'List exported', '–', 'users, search: ann']],
  [promoted, ['Mar 1, 2026 13:00:00', 'Product settings', 'Made admin', '42ID: 42', '']],
])('the columns show when, who, what, to whom and the details of $act', (event, texts) => {
  expect(Object.values(renderCells(AUDIT_COLUMNS, event).texts)).toEqual(texts);
});

test('filters and order are read from the URL, and values that are not valid are ignored', () => {
  expect(
    selectionIn('actor=zoe&target=anna+bell&act=promoted&user=20&from=2026-03-01&to=2026-03-02&order=asc'),
  ).toEqual({
    actor: 'zoe',
    target: 'anna bell',
    act: 'promoted',
    user_id: '20',
    from: localTime(1),
    before: localTime(3),
    sort_order: 1,
  });
  expect(selectionIn('act=deleted&from=yesterday&to=2026-02-30&sort=who')).toEqual({ sort_order: -1 });
});

test('lists the events of the page in the URL, writes each filter to it and returns to the first page', async () => {
  const requests = answer(listAuditEvents, { events, total: 1204 });
  const { address } = show('?page=2&user=20');
  expect(await screen.findByRole('heading', { name: 'Events (1,204)' })).toBeInTheDocument();
  expect(await screen.findAllByLabelText(/^details of (Purchase booked|List exported|Made admin) by /)).toHaveLength(3);
  await userEvent.click(screen.getByRole('button', { name: 'Only user 20' }));
  await choose('What', 'List exported');
  // The filters are parts of one address, so each waits until the one before is in it.
  await waitFor(() => expect(address()).toBe('/admin/audit?act=exported'));
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-01' } });
  await waitFor(() => expect(address()).toBe('/admin/audit?act=exported&from=2026-03-01'));
  fireEvent.change(screen.getByLabelText(/^Who/), { target: { value: 'zoe' } });
  await waitFor(() => expect(address()).toBe('/admin/audit?act=exported&from=2026-03-01&actor=zoe'));
  await waitFor(() =>
    expect(addressOf(requests.at(-1) as (typeof requests)[number])).toBe(
      `/api/admin/audit?page=1&limit=50&actor=zoe&act=exported&from=${localTime(1)}&sort_order=-1`,
    ),
  );
  expect(requests[0] && addressOf(requests[0])).toBe('/api/admin/audit?page=2&limit=50&user_id=20&sort_order=-1');
  const exports = answer(requestExport, { download_url: '#ticket', expires_at: '2026-03-01T12:01:00Z' });
  fireEvent.click(screen.getByText('Export CSV'));
  await waitFor(() =>
    expect(exports.map(({ body }) => body)).toEqual([
      { list: 'audit', ...selectionIn('actor=zoe&act=exported&from=2026-03-01'), time_zone: expect.any(String) },
    ]),
  );
});

const anna = buildAdminUser({ telegram_id: '10', username: 'annab', first_name: 'Anna', last_name: 'Bell' });
const emile = buildAdminUser({ telegram_id: '9', username: 'Zoro', first_name: 'Émile', last_name: '' });
const daria = buildAdminUser({ telegram_id: '100', username: '', first_name: 'Дарья', last_name: 'Белл' });
const nameless = buildAdminUser({ telegram_id: '7', username: '', first_name: '', last_name: '' });
const people = [anna, emile, daria, nameless];

const foundIds = (search: string) =>
  searchPeople(
    sortPeople(people, (row) => Number(row.telegram_id), 'asc'),
    search,
  ).map((row) => row.telegram_id);

test.each([
  ['', ['7', '9', '10', '100']],
  ['10', ['10', '100']],
  ['NAB', ['10']],
  ['émil', ['9']],
  [' bell ', ['10']],
  ['дарья белл', ['100']],
  ['@AnnaB', ['10']],
  ['nobody', []],
])(
  'a search for %j in Telegram ids, usernames and names finds the users %j [2.13-02, 2.13-03, 2.13-04, 2.13-05]',
  (search, ids) => {
    expect(foundIds(search)).toEqual(ids);
  },
);

describe('the dashboard', () => {
  beforeEach(() => {
    answer(getStats, buildStats());
    answer(getTrends, {
      days: [buildTrendDay({ day: '2026-03-01', new_users: 7, credits_bought: 3000, credits_spent: -20 })],
    });
  });

  const show = () => renderScreen(<AdminDashboardScreen />, { address: '/admin' });
  /** A card with its values: the statistics below appear with them. */
  const card = async (name: string) => {
    await screen.findByText('Tasks by Status');
    return screen.getByRole('region', { name });
  };

  test('each card shows its figure, and the charts have tables with the same figures [2.12-01, 2.12-02, 2.12-03, 2.12-04, 2.12-08]', async () => {
    show();
    for (const [name, shown] of [
      ['Users', '1,2001,100 active'],
      ['Pages', '340Linked pages'],
      ['Tasks', '2620 completed'],
      ['Assistants', '53 completed'],
      ['New Users (Last 7 Days)', '42'],
      ['Site Pack', 'Version 1Used by 300 pagesManage site packs'],
    ] as const)
      expect((await card(name)).textContent).toBe(`${name}${shown}`);
    const users = within(await screen.findByRole('table', { name: 'New users per day' }));
    expect(users.getByRole('row', { name: 'Mar 1 7' })).toBeInTheDocument();
    const credits = within(screen.getByRole('table', { name: 'Credits bought, granted and spent per day' }));
    expect(credits.getByRole('row', { name: 'Mar 1 3,000 0 -20' })).toBeInTheDocument();
  });

  test('lists tasks and page postings by status, in the order of processing, unknown statuses last [2.12-06, 2.12-07]', async () => {
    answer(
      getStats,
      buildStats({
        tasks_count: { odd: 4, failed: 1, in_queue: 5, completed: 20 },
        page_postings_count: { failed: 2, completed: 90, posted: 1, pending: 7 },
      }),
    );
    show();
    const statistics = within(await card('System Statistics'));
    const rows = (name: string) =>
      within(statistics.getByRole('region', { name }))
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent);
    expect(rows('Tasks by Status')).toEqual(['In Queue5', 'Completed20', 'Failed1', 'odd4']);
    expect(rows('Page Postings by Status')).toEqual(['Pending7', 'Posted1', 'Completed90', 'Failed2']);
  });

  test('while the statistics load, shows a placeholder, and buttons that open the other screens [2.12-05]', async () => {
    keepWaiting(getStats);
    const { address } = show();
    expect(await screen.findByRole('status', { name: 'Loading statistics' })).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Users' })).toHaveTextContent('Users……');
    const access = within(screen.getByRole('region', { name: 'Quick Access' }));
    for (const [name, to] of [
      ['Manage Users', '/admin/users'],
      ['Performance Analytics', '/admin/performance'],
      ['Credit Management', '/admin/credits'],
      ['Detailed Postings', '/admin/postings'],
    ] as const) {
      await userEvent.click(access.getByRole('button', { name }));
      expect(address()).toBe(to);
    }
  });

  test('shows the documented error when the statistics cannot be loaded, and loads them again on Retry [8.4-01]', async () => {
    refuse(getStats, 500, { error: 'The counters rest.', code: 'internal' });
    show();
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Failed to load admin dashboard statistics')).toBeVisible();
    answer(getStats, buildStats());
    await userEvent.click(alert.getByRole('button', { name: 'Retry' }));
    expect(await card('Users')).toHaveTextContent('1,200');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('the card Books says when all was explained, and lists the rows that are not', async () => {
    const { unmount } = show();
    expect((await card('Books')).textContent).toMatch(/^BooksExplained 100 %Checked Mar 1, 2026 \d+:\d\d/);
    unmount();
    const row = { rule: 'count', ids: 'task 7', expected: '1 pending', found: '2 pending' };
    const checked_at = new Date().toISOString();
    answer(getStats, buildStats({ books: { checked_at, deviations_count: 1200, deviations: [row] } }));
    show();
    expect((await card('Books')).textContent).toMatch(/^Books1,200 rows not explainedChecked \d+:\d\d( [AP]M)?$/);
    const list = within(await screen.findByRole('region', { name: 'What the books do not explain' }));
    expect(list.getByRole('row', { name: 'count task 7 1 pending 2 pending' })).toBeInTheDocument();
    expect(list.getByText('1 of 1,200 rows')).toBeInTheDocument();
  });

  test('pauses posting for everybody with a sentence, and resumes it', async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Pause posting for everybody…' }));
    expect(screen.getByRole('button', { name: 'Pause Posting' })).toBeDisabled();
    await userEvent.type(screen.getByRole('textbox', { name: 'What users are told' }), 'The site is down.');
    const claim_pause = { sentence: 'The site is down.', since: '2026-03-01T12:00:00.000Z', admin_name: 'Anna Bell' };
    const paused = answer(setClaimPause, undefined);
    answer(getStats, buildStats({ claim_pause }));
    await userEvent.click(screen.getByRole('button', { name: 'Pause Posting' }));
    expect(await screen.findByText('Posting is paused for everybody: The site is down.')).toBeInTheDocument();
    expect(screen.getByText(/^By Anna Bell, Mar 1, 2026/)).toBeInTheDocument();
    expect(paused.map(({ body }) => body)).toEqual([{ sentence: 'The site is down.' }]);
    const resumed = answer(setClaimPause, undefined);
    answer(getStats, buildStats());
    await userEvent.click(screen.getByRole('button', { name: 'Resume Posting' }));
    expect(await screen.findByRole('button', { name: 'Pause posting for everybody…' })).toBeInTheDocument();
    expect(resumed.map(({ body }) => body)).toEqual([{ sentence: null }]);
  });
});
