import type { AdminUser, ExportBody, UserSort } from '@flyerdeck/contracts/types';
import { MAX_SEARCH_LENGTH } from '@flyerdeck/contracts/values/endpoint';
import { browserTimeZone } from '../../../lib/browserTimeZone.ts';
import { alphabetical, personName, type SortValue } from '../people/people.ts';
import type { TableView, TableViewRules } from '../table/tableView.ts';

/** The sort value of each column. */
export const USER_SORT_VALUES: Readonly<Record<UserSort, (user: AdminUser) => SortValue>> = {
  telegram_id: (user) => Number(user.telegram_id),
  username: (user) => alphabetical(user.username),
  first_name: (user) => alphabetical(personName(user)),
  created_at: (user) => user.created_at,
  is_active: (user) => user.is_active,
  is_admin: (user) => user.is_admin,
};

type UsersFilter = 'status' | 'role' | 'page_name';
export type UsersView = TableView<UserSort, UsersFilter>;

export const isPageText = (word: string) => word.length <= MAX_SEARCH_LENGTH;

/** Valid URL parameters of the users screen. */
export const USERS_VIEW: TableViewRules<UserSort, UsersFilter> = {
  table: 'users',
  sorts: Object.keys(USER_SORT_VALUES) as UserSort[],
  defaultSort: 'created_at',
  defaultOrder: 'desc',
  filters: { status: ['active', 'inactive'], role: ['admin', 'user'], page_name: isPageText },
};

/** The users that match the filters. The server filters by pages. */
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

/** The filters as the server takes them. */
export const usersFilterOf = (search: string, { status, role, page_name }: UsersView['filters']) => ({
  ...(search && { search }),
  ...(status && { is_active: status === 'active' }),
  ...(role && { is_admin: role === 'admin' }),
  ...(page_name && { page: page_name }),
});

export const exportBodyOf = (search: string, { sort, order, filters }: UsersView): ExportBody => ({
  list: 'users',
  ...usersFilterOf(search, filters),
  sort_by: sort,
  sort_order: order === 'asc' ? 1 : -1,
  time_zone: browserTimeZone(),
});
