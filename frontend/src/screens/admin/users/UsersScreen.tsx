import type { AdminUser } from '@flyerdeck/contracts/types';
import { Button, message } from 'antd';
import { lazy, Suspense, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useListUsersQuery } from '../../../data/admin/adminApi.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { AdminPage, RefreshButton } from '../layout/AdminPage.tsx';
import { countText, PEOPLE_SEARCH, useFoundPeople, userAddress } from '../people/people.ts';
import { AdminTable } from '../table/AdminTable.tsx';
import { ExportButton, FilterField, FilterSelect, SearchBox } from '../table/filters.tsx';
import { SelectionBar, useRowSelection } from '../table/selection.tsx';
import { useTableView } from '../table/tableView.ts';
import type { BulkUserAct } from './BulkUserDialog.tsx';
import {
  exportBodyOf,
  filterUsers,
  isPageText,
  USER_SORT_VALUES,
  USERS_VIEW,
  userColumns,
  usersFilterOf,
} from './usersTable.tsx';

const STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
] as const;
const ROLES = [
  { value: 'admin', label: 'Admins' },
  { value: 'user', label: 'Users' },
] as const;

const BulkUserDialog = lazy(() => import('./BulkUserDialog.tsx'));

export default function UsersScreen() {
  const navigate = useNavigate();
  const { search: address } = useLocation();
  const state = useTableView(USERS_VIEW);
  const { view, change } = state;
  const { status, role, page_name } = view.filters;
  const query = useListUsersQuery(page_name ? { page: page_name } : undefined);

  const found = useFoundPeople(query.data, view.search, USER_SORT_VALUES[view.sort], view.order);
  const rows = useMemo(() => filterUsers(found, { status, role }), [found, status, role]);
  const selection = useRowSelection<AdminUser>(usersFilterOf(view.search, view.filters));
  const { chosen } = selection;
  const users = useMemo(() => {
    const keys = new Set(chosen);
    return rows.filter(({ telegram_id }) => keys.has(telegram_id));
  }, [rows, chosen]);
  const [act, setAct] = useUiState<BulkUserAct | null>('users.bulk', null);
  const [messages, holder] = message.useMessage();
  const dialog = {
    users,
    onDone: (text: string) => {
      messages.success(text);
      setAct(null);
      selection.clear();
    },
    onClose: () => setAct(null),
  };
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
        selection={selection}
      >
        <SearchBox label={PEOPLE_SEARCH} search={view.search} isLocal onSearch={change} />
        <FilterSelect label="Status" unset="Any status" options={STATUSES} state={state} filter="status" />
        <FilterSelect label="Role" unset="Any role" options={ROLES} state={state} filter="role" />
        <FilterField
          label="Page"
          hidesLabel
          placeholder="Name of a page"
          value={page_name}
          isValid={isPageText}
          onChange={(value) => change({ filters: { page_name: value } })}
        />
        <ExportButton disabled={rows.length === 0} body={exportBodyOf(view.search, view)} />
        <SelectionBar selection={selection}>
          <Button onClick={() => setAct('activate')}>Activate…</Button>
          <Button onClick={() => setAct('deactivate')}>Deactivate…</Button>
          <Button onClick={() => setAct('credits')}>Give credits…</Button>
        </SelectionBar>
      </AdminTable>
      <span role="status">{countText(rows.length, query.data)}</span>
      <Suspense>{act && <BulkUserDialog {...dialog} act={act} />}</Suspense>
      {holder}
    </AdminPage>
  );
}
