import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import type { CreditUser } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { isSignedOutError, serverOrThrownMessage } from '../../../data/apiError.ts';
import { useExportCreditUsersMutation, useListCreditUsersQuery } from '../../../data/credits/creditsApi.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { AdminPage } from '../layout/AdminPage.tsx';
import { countText } from '../people/countText.ts';
import { PeopleIndex } from '../people/PeopleIndex.ts';
import { PeopleToolbar } from '../people/PeopleToolbar.tsx';
import { AdminTable } from '../table/AdminTable.tsx';
import { useShownColumns } from '../table/useShownColumns.ts';
import { useTableView } from '../table/useTableView.ts';
import { AdjustDialog } from './AdjustDialog.tsx';
import { CreditCards } from './CreditCards.tsx';
import styles from './creditColumns.module.css';
import { creditColumns } from './creditColumns.tsx';
import { CREDIT_SORT_VALUES, CREDITS_VIEW, exportBodyOf } from './creditsView.ts';

const NOBODY: readonly CreditUser[] = [];
const keyOf = ({ telegram_id }: CreditUser) => telegram_id;

/** Everybody's credits, and the way to give or take some (spec section 2, 'Admin credits'). */
export default function CreditsScreen() {
  const { data: users, error, isFetching, isLoading, refetch } = useListCreditUsersQuery();
  const { view, change, sortBy } = useTableView(CREDITS_VIEW);
  const [wanted, setWanted] = useState(view.search);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [applied, setApplied] = useState<string | null>(null);
  const [askForExport] = useExportCreditUsersMutation();

  const { sort, order } = view;
  const people = useMemo(() => new PeopleIndex(users ?? NOBODY), [users]);
  const rows = useMemo(
    () => people.find(wanted, null, sort, order, CREDIT_SORT_VALUES[sort]),
    [people, wanted, sort, order],
  );
  const allColumns = useMemo(() => creditColumns((user) => setChosenId(user.telegram_id)), []);
  const { columns, shown, show } = useShownColumns(CREDITS_VIEW.table, allColumns);
  // By id: the balance in the open dialog is the latest answer's.
  const chosen = (chosenId && users?.find(({ telegram_id }) => telegram_id === chosenId)) || null;

  const isFailed = error !== undefined && !isSignedOutError(error);
  return (
    <AdminPage
      title="Credit Management"
      actions={
        <Button icon={<ReloadOutlined aria-hidden />} loading={isFetching} onClick={() => void refetch()}>
          Refresh
        </Button>
      }
    >
      <CreditCards users={users} />
      <PeopleToolbar
        search={view.search}
        onSearch={(search) => change({ search }, { replace: true })}
        onWanted={setWanted}
        columns={allColumns}
        shownColumns={shown}
        onShowColumns={show}
        isEmpty={rows.length === 0}
        askForExport={() => askForExport({ body: exportBodyOf(wanted, view) }).unwrap()}
      />
      {isFailed && <ErrorAlert message={serverOrThrownMessage(error)} onRetry={() => void refetch()} />}
      <AdminTable
        label="Credits"
        rows={rows}
        keyOf={keyOf}
        columns={columns}
        sort={sort}
        order={order}
        onSort={(key, firstOrder) => sortBy(key as typeof sort, firstOrder)}
        isVirtual
        isBusy={isFetching}
        placeholder={
          isLoading ? (
            <Skeleton label="Loading credits" rows={12} rowHeightPx={33} />
          ) : (
            !isFailed && <EmptyState>No users found</EmptyState>
          )
        }
        footer={
          <>
            <span role="status">{users && countText(rows.length, users.length)}</span>
            <strong role="status" className={styles.applied}>
              {applied}
            </strong>
          </>
        }
      />
      <AdjustDialog
        user={chosen}
        onApplied={(message) => {
          setApplied(message);
          setChosenId(null);
        }}
        onClose={() => setChosenId(null)}
      />
    </AdminPage>
  );
}
