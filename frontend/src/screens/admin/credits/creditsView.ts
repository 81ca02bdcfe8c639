import type { CreditUser, CreditUserSort, ExportBody } from '@flyerdeck/contracts/types';
import { browserTimeZone } from '../../../lib/hourClock.ts';
import { alphabetical, isTelegramId, personName, type SortValue } from '../people/people.ts';
import type { TableView, TableViewRules } from '../table/tableView.ts';

/** The sort value of each column. */
export const CREDIT_SORT_VALUES: Readonly<Record<CreditUserSort, (user: CreditUser) => SortValue>> = {
  first_name: (user) => alphabetical(personName(user) || user.username),
  credits_balance: (user) => user.credits_balance,
  total_credits_purchased: (user) => user.total_credits_purchased,
  total_credits_spent: (user) => user.total_credits_spent,
  // 'Never' sorts before all dates.
  last_login: (user) => user.last_login ?? '',
};

/** Valid URL parameters of the credits screen. */
export const CREDITS_VIEW: TableViewRules<CreditUserSort, 'user'> = {
  table: 'credits',
  sorts: Object.keys(CREDIT_SORT_VALUES) as CreditUserSort[],
  defaultSort: 'credits_balance',
  defaultOrder: 'desc',
  filters: { user: isTelegramId },
};

export const exportBodyOf = (
  search: string,
  { sort, order, filters }: TableView<CreditUserSort, 'user'>,
): ExportBody => ({
  list: 'credits',
  ...(search && { search }),
  ...(filters.user && { user_id: filters.user }),
  sort_by: sort,
  sort_order: order === 'asc' ? 1 : -1,
  time_zone: browserTimeZone(),
});

/** Totals of all users' credits. */
export function creditCards(users: readonly CreditUser[] | undefined) {
  const sumOf = (amountOf: (user: CreditUser) => number) =>
    users?.reduce((total, user) => total + amountOf(user), 0) ?? '…';
  return [
    { label: 'Total Credits', value: sumOf((user) => user.credits_balance) },
    { label: 'Total Purchased', value: sumOf((user) => user.total_credits_purchased) },
    { label: 'Total Spent', value: sumOf((user) => user.total_credits_spent) },
    { label: 'Active Users', value: sumOf((user) => Number(user.credits_balance > 0)) },
  ];
}
