import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useApiServer } from '../../../../test/apiServer.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
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
