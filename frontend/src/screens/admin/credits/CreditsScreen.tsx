import type { CreditUser, ExportBody } from '@flyerdeck/contracts/types';
import { Button, Flex, message } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useListCreditUsersQuery } from '../../../data/credits/creditsApi.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { browserTimeZone } from '../../../lib/hourClock.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { AdminPage, RefreshButton } from '../layout/AdminPage.tsx';
import { StatCards } from '../layout/Section.tsx';
import {
  alphabetical,
  countText,
  isTelegramId,
  PEOPLE_SEARCH,
  personName,
  type SortValue,
  useFoundPeople,
  userAddress,
  userLabel,
} from '../people/people.ts';
import { AdminTable } from '../table/AdminTable.tsx';
import { type AdminColumn, SORT_ASCENDING, SORT_DESCENDING, timeColumn } from '../table/columns.tsx';
import { ExportButton, OnlyUser, SearchBox } from '../table/filters.tsx';
import { type TableView, type TableViewRules, useTableView } from '../table/tableView.ts';

const CREDIT_SORT_VALUES = {
  first_name: (user: CreditUser): SortValue => alphabetical(personName(user) || user.username),
  credits_balance: (user: CreditUser): SortValue => user.credits_balance,
  total_credits_purchased: (user: CreditUser): SortValue => user.total_credits_purchased,
  total_credits_spent: (user: CreditUser): SortValue => user.total_credits_spent,
  // 'Never' sorts before all dates.
  last_login: (user: CreditUser): SortValue => user.last_login ?? '',
};
type CreditUserSort = keyof typeof CREDIT_SORT_VALUES;

const CREDITS_VIEW: TableViewRules<CreditUserSort, 'user'> = {
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

function UserCell({ user, onAdjust }: { readonly user: CreditUser; onAdjust(): void }) {
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
  timeColumn({ key: 'last_login', title: 'Last Activity', width: 188 }, ({ last_login }) => last_login),
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

// Its form would be a large part of the screen's first load.
const AdjustDialog = lazy(() => import('./AdjustDialog.tsx'));

export default function CreditsScreen() {
  const navigate = useNavigate();
  const fromUser: string | undefined = useLocation().state?.fromUser;
  const query = useListCreditUsersQuery();
  const state = useTableView(CREDITS_VIEW);
  const { view, change } = state;
  const [chosenId, setChosenId] = useUiState<string | null>('adjustCredits', null);
  const [columns] = useState(() => creditColumns((user: CreditUser) => setChosenId(user.telegram_id)));
  const [messages, holder] = message.useMessage();

  const { data: users } = query;
  const found = useFoundPeople(users, view.search, CREDIT_SORT_VALUES[view.sort], view.order);
  const cards = useMemo(() => creditCards(users), [users]);
  const { user } = view.filters;
  const rows = useMemo(() => (user ? found.filter(({ telegram_id }) => telegram_id === user) : found), [found, user]);
  const chosen = users?.find(({ telegram_id }) => telegram_id === chosenId) ?? null;

  return (
    <AdminPage
      title="Credit Management"
      actions={
        <>
          <RefreshButton query={query} />
          {fromUser && <Button onClick={() => navigate(userAddress(fromUser))}>Back to User</Button>}
        </>
      }
    >
      <StatCards cards={cards} />
      <AdminTable
        label="Credits"
        state={state}
        query={query}
        empty="No users found"
        columns={columns}
        rows={rows}
        keyOf={({ telegram_id }) => telegram_id}
      >
        <SearchBox label={PEOPLE_SEARCH} search={view.search} isLocal onSearch={change} />
        <OnlyUser telegramId={user} onRemove={() => change({ filters: { user: null } })} />
        <ExportButton disabled={rows.length === 0} body={exportBodyOf(view.search, view)} />
      </AdminTable>
      <span role="status">{countText(rows.length, users)}</span>
      {chosen && (
        <Suspense>
          <AdjustDialog
            user={chosen}
            onApplied={(text) => {
              messages.success(text);
              setChosenId(null);
            }}
            onClose={() => setChosenId(null)}
          />
        </Suspense>
      )}
      {holder}
    </AdminPage>
  );
}
