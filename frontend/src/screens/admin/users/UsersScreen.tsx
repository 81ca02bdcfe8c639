import type { AdminUser } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useExportUsersMutation, useListUsersQuery } from '../../../data/admin/adminApi.ts';
import { isSignedOutError } from '../../../data/apiError.ts';
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
import { userAddress } from './UserLink.tsx';
import { UsersFilters } from './UsersFilters.tsx';
import { userColumns } from './userColumns.tsx';
import { exportBodyOf, filterOf, USER_SORT_VALUES, USERS_VIEW } from './usersView.ts';

const NOBODY: readonly AdminUser[] = [];
const keyOf = ({ telegram_id }: AdminUser) => telegram_id;

/** Every user, searched and sorted in the browser (spec section 2, 'Admin users'). */
export default function UsersScreen() {
  const navigate = useNavigate();
  const { search: address } = useLocation();
  const { data: users, error, isFetching, isLoading, refetch } = useListUsersQuery();
  const { view, change, sortBy } = useTableView(USERS_VIEW);
  const [wanted, setWanted] = useState(view.search);
  const [askForExport] = useExportUsersMutation();

  const { sort, order, filters } = view;
  const { status, role } = filters;
  const people = useMemo(() => new PeopleIndex(users ?? NOBODY), [users]);
  const rows = useMemo(
    () => people.find(wanted, filterOf({ status, role }), sort, order, USER_SORT_VALUES[sort]),
    [people, wanted, status, role, sort, order],
  );

  const open = ({ telegram_id }: AdminUser) => navigate(userAddress(telegram_id), { state: { usersView: address } });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `open` says the address; all else of it stays the same.
  const allColumns = useMemo(() => userColumns(open), [address]);
  const { columns, shown, show } = useShownColumns(USERS_VIEW.table, allColumns);

  const isFailed = error !== undefined && !isSignedOutError(error);
  return (
    <AdminPage title="Users" actions={<Button onClick={() => navigate('/admin')}>Back to Dashboard</Button>}>
      <PeopleToolbar
        search={view.search}
        onSearch={(search) => change({ search }, { replace: true })}
        onWanted={setWanted}
        filters={<UsersFilters filters={filters} onChange={(changes) => change({ filters: changes })} />}
        columns={allColumns}
        shownColumns={shown}
        onShowColumns={show}
        isEmpty={rows.length === 0}
        askForExport={() => askForExport({ body: exportBodyOf(wanted, view) }).unwrap()}
      />
      {isFailed && <ErrorAlert message="Failed to load users" onRetry={() => void refetch()} />}
      <AdminTable
        label="Users"
        rows={rows}
        keyOf={keyOf}
        columns={columns}
        sort={sort}
        order={order}
        onSort={(key, firstOrder) => sortBy(key as typeof sort, firstOrder)}
        onOpen={open}
        isVirtual
        isBusy={isFetching}
        placeholder={
          isLoading ? (
            <Skeleton label="Loading users" rows={12} rowHeightPx={33} />
          ) : (
            !isFailed && <EmptyState>No users found</EmptyState>
          )
        }
        footer={<span role="status">{users && countText(rows.length, users.length)}</span>}
      />
    </AdminPage>
  );
}
