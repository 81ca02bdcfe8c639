import type { CreditUser } from '@flyerdeck/contracts/types';
import { Button, message } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useListCreditUsersQuery } from '../../../data/credits/creditsApi.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { AdminPage, RefreshButton } from '../layout/AdminPage.tsx';
import { StatCards } from '../layout/Section.tsx';
import { countText, PEOPLE_SEARCH, useFoundPeople, userAddress } from '../people/people.ts';
import { AdminTable } from '../table/AdminTable.tsx';
import { ExportButton, OnlyUser, SearchBox } from '../table/filters.tsx';
import { useTableView } from '../table/tableView.ts';
import { CREDIT_SORT_VALUES, CREDITS_VIEW, creditCards, creditColumns, exportBodyOf } from './creditsTable.tsx';

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
