import type { AdminUser } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useExportUsersMutation, useListUsersQuery } from '../../../data/admin/adminApi.ts';
import { AdminPage } from '../layout/AdminPage.tsx';
import { RefreshButton } from '../layout/RefreshButton.tsx';
import { countText, PEOPLE_SEARCH, useFoundPeople, userAddress } from '../people/people.ts';
import { AdminTable } from '../table/AdminTable.tsx';
import { ExportButton } from '../table/ExportButton.tsx';
import { FilterSelect } from '../table/FilterSelect.tsx';
import { SearchBox } from '../table/SearchBox.tsx';
import { useTableView } from '../table/tableView.ts';
import { userColumns } from './userColumns.tsx';
import { exportBodyOf, filterUsers, USER_SORT_VALUES, USERS_VIEW } from './usersView.ts';

const STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
] as const;
const ROLES = [
  { value: 'admin', label: 'Admins' },
  { value: 'user', label: 'Users' },
] as const;

/** All users. Search and sorting run in the browser (spec section 2, 'Admin users'). */
export default function UsersScreen() {
  const navigate = useNavigate();
  const { search: address } = useLocation();
  const query = useListUsersQuery();
  const state = useTableView(USERS_VIEW);
  const { view, change } = state;
  const [wanted, setWanted] = useState(view.search);
  const [askForExport] = useExportUsersMutation();

  const { status, role } = view.filters;
  const found = useFoundPeople(query.data, wanted, USER_SORT_VALUES[view.sort], view.order);
  const rows = useMemo(() => filterUsers(found, { status, role }), [found, status, role]);
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
      >
        <SearchBox label={PEOPLE_SEARCH} search={view.search} onSearch={change} onType={setWanted} />
        <FilterSelect label="Status" unset="Any status" options={STATUSES} state={state} filter="status" />
        <FilterSelect label="Role" unset="Any role" options={ROLES} state={state} filter="role" />
        <ExportButton
          disabled={rows.length === 0}
          requestDownload={() => askForExport({ body: exportBodyOf(wanted, view) }).unwrap()}
        />
      </AdminTable>
      <span role="status">{countText(rows.length, query.data)}</span>
    </AdminPage>
  );
}
