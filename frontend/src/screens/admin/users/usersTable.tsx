import type { AdminUser, ExportBody } from '@flyerdeck/contracts/types';
import { MAX_SEARCH_LENGTH } from '@flyerdeck/contracts/values/endpoint';
import { Button } from 'antd';
import { Link, useLocation } from 'react-router-dom';
import { formatDate } from '../../../lib/formatDate.ts';
import { browserTimeZone } from '../../../lib/hourClock.ts';
import { ActiveChip, RoleChip } from '../people/PersonCell.tsx';
import { alphabetical, personName, type SortValue, userAddress } from '../people/people.ts';
import { type AdminColumn, SORT_ASCENDING, SORT_DESCENDING, timeColumn } from '../table/columns.tsx';
import type { TableView, TableViewRules } from '../table/tableView.ts';

export const USER_SORT_VALUES = {
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

export const isPageText = (word: string) => word.length <= MAX_SEARCH_LENGTH;

export const USERS_VIEW: TableViewRules<UserSort, UsersFilter> = {
  table: 'users',
  sorts: Object.keys(USER_SORT_VALUES) as UserSort[],
  defaultSort: 'created_at',
  defaultOrder: 'desc',
  filters: { status: ['active', 'inactive'], role: ['admin', 'user'], page_name: isPageText },
};

export function filterUsers(
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

export const usersFilterOf = (search: string, { status, role, page_name }: UsersView['filters']) => ({
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
