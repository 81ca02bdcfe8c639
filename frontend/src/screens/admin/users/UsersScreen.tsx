import { MAX_SEARCH_LENGTH } from '@flyerdeck/contracts/endpoint.values';
import type { AdminUser, ExportBody } from '@flyerdeck/contracts/types';
import { Button, message } from 'antd';
import { lazy, Suspense, useMemo } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useListUsersQuery } from '../../../data/admin/adminApi.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { formatDate } from '../../../lib/formatDate.ts';
import { browserTimeZone } from '../../../lib/hourClock.ts';
import { AdminPage, RefreshButton } from '../layout/AdminPage.tsx';
import { ActiveChip, RoleChip } from '../people/PersonCell.tsx';
import {
  alphabetical,
  countText,
  PEOPLE_SEARCH,
  personName,
  type SortValue,
  useFoundPeople,
  userAddress,
} from '../people/people.ts';
import { AdminTable } from '../table/AdminTable.tsx';
import { type AdminColumn, SORT_ASCENDING, SORT_DESCENDING, timeColumn } from '../table/columns.tsx';
import { ExportButton, FilterSelect, SearchBox } from '../table/filters.tsx';
import { SelectionBar, useRowSelection } from '../table/selection.tsx';
import { type TableView, type TableViewRules, useTableView } from '../table/tableView.ts';
import type { BulkUserAct } from './BulkUserDialog.tsx';

const USER_SORT_VALUES = {
  telegram_id: (user: AdminUser): SortValue => Number(user.telegram_id),
  username: (user: AdminUser): SortValue => alphabetical(user.username),
  first_name: (user: AdminUser): SortValue => alphabetical(personName(user)),
  created_at: (user: AdminUser): SortValue => user.created_at,
  is_active: (user: AdminUser): SortValue => user.is_active,
  is_admin: (user: AdminUser): SortValue => user.is_admin,
};
type UserSort = keyof typeof USER_SORT_VALUES;

type UsersFilter = 'status' | 'role' | 'page_name';
type UsersView = TableView<UserSort, UsersFilter>;

const isPageText = (word: string) => word.length <= MAX_SEARCH_LENGTH;

const USERS_VIEW: TableViewRules<UserSort, UsersFilter> = {
  table: 'users',
  sorts: Object.keys(USER_SORT_VALUES) as UserSort[],
  defaultSort: 'created_at',
  defaultOrder: 'desc',
  filters: { status: ['active', 'inactive'], role: ['admin', 'user'], page_name: isPageText },
};

function filterUsers(
  users: readonly AdminUser[],
  { status, role }: Pick<UsersView['filters'], 'status' | 'role'>,
): readonly AdminUser[] {
  if (status === null && role === null) return users;
  return users.filter(
    (user) =>
      (status === null || user.is_active === (status === 'active')) &&
      (role === null || user.is_admin === (role === 'admin')),
  );
}

const usersFilterOf = (search: string, { status, role, page_name }: UsersView['filters']) => ({
  ...(search && { search }),
  ...(status && { is_active: status === 'active' }),
  ...(role && { is_admin: role === 'admin' }),
  ...(page_name && { page: page_name }),
});

export const exportBodyOf = (search: string, { filters }: UsersView): ExportBody => ({
  list: 'users',
  ...usersFilterOf(search, filters),
  time_zone: browserTimeZone(),
});

function UserLink({ telegramId }: { readonly telegramId: string }) {
  const { search } = useLocation();
  return (
    <Link to={userAddress(telegramId)} state={{ usersView: search }}>
      {telegramId}
    </Link>
  );
}

const textOrDash = (text: string) => text || <span className="u-muted">–</span>;

export const userColumns = (open: (user: AdminUser) => void): readonly AdminColumn<AdminUser>[] => [
  {
    key: 'telegram_id',
    title: 'Telegram ID',
    width: 150,
    ...SORT_ASCENDING,
    render: (_, { telegram_id }) => <UserLink telegramId={telegram_id} />,
  },
  {
    key: 'username',
    title: 'Username',
    width: 180,
    ellipsis: true,
    ...SORT_ASCENDING,
    render: (_, { username }) => textOrDash(username),
  },
  {
    key: 'first_name',
    title: 'Name',
    width: 220,
    ellipsis: true,
    ...SORT_ASCENDING,
    render: (_, user) => textOrDash(personName(user)),
  },
  timeColumn({ key: 'created_at', title: 'Registered', width: 130 }, ({ created_at }) => created_at, formatDate),
  {
    key: 'is_active',
    title: 'Status',
    width: 110,
    ...SORT_DESCENDING,
    render: (_, { is_active }) => <ActiveChip isActive={is_active} />,
  },
  {
    key: 'is_admin',
    title: 'Admin',
    width: 110,
    ...SORT_DESCENDING,
    render: (_, { is_admin }) => <RoleChip isAdmin={is_admin} />,
  },
  {
    key: 'actions',
    title: 'Actions',
    width: 110,
    render: (_, user) => (
      // Not in the tab order: keyboard users follow the link in the first column.
      <Button size="small" tabIndex={-1} aria-label={`View ${user.telegram_id}`} onClick={() => open(user)}>
        View
      </Button>
    ),
  },
];

const STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
] as const;
const ROLES = [
  { value: 'admin', label: 'Admins' },
  { value: 'user', label: 'Users' },
] as const;

const BulkUserDialog = lazy(() => import('./BulkUserDialog.tsx'));

export default function UsersScreen() {
  const navigate = useNavigate();
  const { search: address } = useLocation();
  const state = useTableView(USERS_VIEW);
  const { view, change } = state;
  const { status, role, page_name } = view.filters;
  const query = useListUsersQuery(page_name ? { page: page_name } : undefined);

  const found = useFoundPeople(query.data, view.search, USER_SORT_VALUES[view.sort], view.order);
  const rows = useMemo(() => filterUsers(found, { status, role }), [found, status, role]);
  const selection = useRowSelection<AdminUser>(usersFilterOf(view.search, view.filters));
  const { chosen } = selection;
  const users = useMemo(() => {
    const keys = new Set(chosen);
    return rows.filter(({ telegram_id }) => keys.has(telegram_id));
  }, [rows, chosen]);
  const [act, setAct] = useUiState<BulkUserAct | null>('users.bulk', null);
  const [messages, holder] = message.useMessage();
  const dialog = {
    users,
    onDone: (text: string) => {
      messages.success(text);
      setAct(null);
      selection.clear();
    },
    onClose: () => setAct(null),
  };
  const open = ({ telegram_id }: AdminUser) => navigate(userAddress(telegram_id), { state: { usersView: address } });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `open` depends on the URL only.
  const columns = useMemo(() => userColumns(open), [address]);

  return (
    <AdminPage
      title="Users"
      actions={
        <>
          <RefreshButton query={query} />
          <Button onClick={() => navigate('/admin')}>Back to Dashboard</Button>
        </>
      }
    >
      <AdminTable
        label="Users"
        state={state}
        query={query}
        failedText="Failed to load users"
        empty="No users found"
        columns={columns}
        rows={rows}
        keyOf={({ telegram_id }) => telegram_id}
        onOpen={open}
        selection={selection}
      >
        <SearchBox label={PEOPLE_SEARCH} search={view.search} isLocal onSearch={change} />
        <FilterSelect label="Status" unset="Any status" options={STATUSES} state={state} filter="status" />
        <FilterSelect label="Role" unset="Any role" options={ROLES} state={state} filter="role" />
        <SearchBox
          label="Page"
          placeholder="Name of a page"
          search={page_name ?? ''}
          onSearch={({ search }, options) => change({ filters: { page_name: search || null } }, options)}
        />
        <ExportButton disabled={rows.length === 0} body={exportBodyOf(view.search, view)} />
        <SelectionBar selection={selection}>
          <Button onClick={() => setAct('activate')}>Activate…</Button>
          <Button onClick={() => setAct('deactivate')}>Deactivate…</Button>
          <Button onClick={() => setAct('credits')}>Give credits…</Button>
        </SelectionBar>
      </AdminTable>
      <span role="status">{countText(rows.length, query.data)}</span>
      <Suspense>{act && <BulkUserDialog {...dialog} act={act} />}</Suspense>
      {holder}
    </AdminPage>
  );
}
