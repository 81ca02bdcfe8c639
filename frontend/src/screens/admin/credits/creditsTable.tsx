import type { CreditUser, ExportBody } from '@flyerdeck/contracts/types';
import { Button, Flex } from 'antd';
import { Link } from 'react-router-dom';
import { browserTimeZone } from '../../../lib/hourClock.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { alphabetical, isTelegramId, personName, type SortValue, userAddress, userLabel } from '../people/people.ts';
import { type AdminColumn, SORT_ASCENDING, SORT_DESCENDING, timeColumn } from '../table/columns.tsx';
import type { TableView, TableViewRules } from '../table/tableView.ts';

export const CREDIT_SORT_VALUES = {
  first_name: (user: CreditUser): SortValue => alphabetical(personName(user) || user.username),
  credits_balance: (user: CreditUser): SortValue => user.credits_balance,
  total_credits_purchased: (user: CreditUser): SortValue => user.total_credits_purchased,
  total_credits_spent: (user: CreditUser): SortValue => user.total_credits_spent,
  // 'Never' sorts before all dates.
  last_login: (user: CreditUser): SortValue => user.last_login ?? '',
};
type CreditUserSort = keyof typeof CREDIT_SORT_VALUES;

export const CREDITS_VIEW: TableViewRules<CreditUserSort, 'user'> = {
  table: 'credits',
  sorts: Object.keys(CREDIT_SORT_VALUES) as CreditUserSort[],
  defaultSort: 'credits_balance',
  defaultOrder: 'desc',
  filters: { user: isTelegramId },
};

export const exportBodyOf = (search: string, { filters }: TableView<CreditUserSort, 'user'>): ExportBody => ({
  list: 'credits',
  ...(search && { search }),
  ...(filters.user && { user_id: filters.user }),
  time_zone: browserTimeZone(),
});

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

interface UserCellProps {
  readonly user: CreditUser;
  onAdjust(): void;
}

function UserCell({ user, onAdjust }: UserCellProps) {
  return (
    <Flex vertical align="start">
      <Button type="text" size="small" onClick={onAdjust} style={{ maxWidth: '100%', marginInlineStart: -8 }}>
        <span className="u-strong u-ellipsis">{personName(user) || 'Unnamed User'}</span>
      </Button>
      <Flex gap="small" style={{ maxWidth: '100%' }}>
        {user.username && <span className="u-muted u-small u-ellipsis">@{user.username}</span>}
        <Link to={userAddress(user.telegram_id)} style={{ flex: 'none', fontSize: 12, lineHeight: '24px' }}>
          ID: {user.telegram_id}
        </Link>
      </Flex>
    </Flex>
  );
}

const amount = (
  key: 'credits_balance' | 'total_credits_purchased' | 'total_credits_spent',
  title: string,
): AdminColumn<CreditUser> => ({
  key,
  title,
  width: 130,
  align: 'end',
  ...SORT_DESCENDING,
  render: (_, user) => formatNumber(user[key]),
});

export const creditColumns = (adjust: (user: CreditUser) => void): readonly AdminColumn<CreditUser>[] => [
  {
    key: 'first_name',
    title: 'User',
    width: 220,
    ...SORT_ASCENDING,
    render: (_, user) => <UserCell user={user} onAdjust={() => adjust(user)} />,
  },
  amount('credits_balance', 'Balance'),
  amount('total_credits_purchased', 'Purchased'),
  amount('total_credits_spent', 'Spent'),
  timeColumn({ key: 'last_login', title: 'Last Activity', width: 180 }, ({ last_login }) => last_login),
  {
    key: 'actions',
    title: 'Actions',
    width: 150,
    render: (_, user) => (
      <Button
        size="small"
        tabIndex={-1}
        aria-label={`Adjust Credits of ${userLabel(user)}`}
        onClick={() => adjust(user)}
      >
        Adjust Credits
      </Button>
    ),
  },
];
