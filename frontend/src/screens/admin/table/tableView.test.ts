import { type TableViewRules, tableViewOf, withTableView } from './tableView.ts';

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

test.each(['sort=constructor', 'order=up', 'page=0', 'page=-3', 'page=1.5', 'page=x', 'status=lost'])(
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
