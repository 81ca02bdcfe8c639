import type { CreditUser } from '@flyerdeck/contracts/types';
import { message } from 'antd';
import { useState } from 'react';
import { useExportCreditUsersMutation, useListCreditUsersQuery } from '../../../data/credits/creditsApi.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { AdminPage } from '../layout/AdminPage.tsx';
import { RefreshButton } from '../layout/RefreshButton.tsx';
import { countText, PEOPLE_SEARCH, useFoundPeople } from '../people/people.ts';
import { AdminTable } from '../table/AdminTable.tsx';
import { SearchBox } from '../table/SearchBox.tsx';
import { useTableView } from '../table/tableView.ts';
import { AdjustDialog } from './AdjustDialog.tsx';
import { CreditCards } from './CreditCards.tsx';
import { creditColumns } from './creditColumns.tsx';
import { CREDIT_SORT_VALUES, CREDITS_VIEW, exportBodyOf } from './creditsView.ts';

/** Credits of all users, and the dialog that adjusts them (spec section 2, 'Admin credits'). */
export default function CreditsScreen() {
  const query = useListCreditUsersQuery();
  const { view, change } = useTableView(CREDITS_VIEW);
  const [wanted, setWanted] = useState(view.search);
  const [chosenId, setChosenId] = useUiState<string | null>('adjustCredits', null);
  const [columns] = useState(() => creditColumns((user: CreditUser) => setChosenId(user.telegram_id)));
  const [messages, holder] = message.useMessage();
  const [askForExport] = useExportCreditUsersMutation();

  const { data: users } = query;
  const rows = useFoundPeople(users, wanted, CREDIT_SORT_VALUES[view.sort], view.order);
  // Looked up by id, so the open dialog shows the balance of the latest response.
  const chosen = users?.find(({ telegram_id }) => telegram_id === chosenId) ?? null;

  return (
    <AdminPage title="Credit Management" actions={<RefreshButton query={query} />}>
      <CreditCards users={users} />
      <AdminTable
        label="Credits"
        name={CREDITS_VIEW.table}
        view={view}
        onChange={change}
        query={query}
        emptyText="No users found"
        columns={columns}
        rows={rows}
        keyOf={({ telegram_id }) => telegram_id}
        tools={<SearchBox label={PEOPLE_SEARCH} search={view.search} onSearch={change} onType={setWanted} />}
        canExport={rows.length > 0}
        askForExport={() => askForExport({ body: exportBodyOf(wanted, view) }).unwrap()}
        footer={<span role="status">{countText(rows.length, users)}</span>}
      />
      <AdjustDialog
        user={chosen}
        onApplied={(text) => {
          messages.success(text);
          setChosenId(null);
        }}
        onClose={() => setChosenId(null)}
      />
      {holder}
    </AdminPage>
  );
}
