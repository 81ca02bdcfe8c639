import type { AuditEvent } from '@flyerdeck/contracts/types';
import { AUDIT_EVENT_LABELS, AUDIT_EVENT_NAMES, AUDIT_PAGE_SIZE } from '@flyerdeck/contracts/values/audit';
import { statusLabel } from '@flyerdeck/contracts/values/statusLabel';
import { Flex, Input, Typography } from 'antd';
import { lazy } from 'react';
import { useListAuditEventsQuery } from '../../../data/admin/auditApi.ts';
import { browserTimeZone } from '../../../lib/browserTimeZone.ts';
import { formatNumber } from '../../../lib/formatNumber.ts';
import { AdminPage, RefreshButton } from '../layout/AdminPage.tsx';
import { AdminTable } from '../table/AdminTable.tsx';
import { ExportButton, FilterSelect, OnlyUser, SearchBox } from '../table/filters.tsx';
import { useTableView } from '../table/tableView.ts';
import { AUDIT_COLUMNS } from './auditColumns.tsx';
import { AUDIT_VIEW, selectionOf } from './auditView.ts';

const AuditDetail = lazy(() => import('./AuditDetail.tsx'));

const ACTS = AUDIT_EVENT_NAMES.map((value) => ({ value, label: AUDIT_EVENT_LABELS[value] }));
const NONE: readonly AuditEvent[] = [];

interface DayInputProps {
  readonly label: string;
  /** As '2026-11-22'; null when not set. */
  readonly day: string | null;
  onChange(day: string): void;
}

const DayInput = ({ label, day, onChange }: DayInputProps) => (
  <Input
    type="date"
    aria-label={label}
    prefix={<Typography.Text type="secondary">{label}</Typography.Text>}
    value={day ?? ''}
    max="9999-12-31"
    onChange={(event) => onChange(event.target.value)}
  />
);

/** What admins did, to whom and when. Nothing is ever removed from it. */
export default function AuditScreen() {
  const state = useTableView(AUDIT_VIEW);
  const { view, change } = state;
  const { actor, target, user, from, to } = view.filters;
  const selection = selectionOf(view);
  const set = (filter: 'actor' | 'target' | 'from' | 'to', text: string) =>
    change({ filters: { [filter]: text || null } }, { replace: true });
  const query = useListAuditEventsQuery(
    { page: view.page, limit: AUDIT_PAGE_SIZE, ...selection },
    { refetchOnMountOrArgChange: true },
  );
  const { data } = query;
  const total = data?.total ?? 0;

  return (
    <AdminPage title="Audit Log" actions={<RefreshButton query={query} />}>
      <Typography.Title level={2} aria-live="polite" style={{ margin: 0 }}>
        Events ({data ? formatNumber(total) : '…'})
      </Typography.Title>
      <AdminTable
        label="Audit events"
        state={state}
        query={query}
        empty="No events found"
        columns={AUDIT_COLUMNS}
        rows={data?.events ?? NONE}
        keyOf={({ id }) => id}
        details={{
          nameOf: ({ act, admin_name }) => `${statusLabel(AUDIT_EVENT_LABELS, act)} by ${admin_name}`,
          render: (event) => <AuditDetail event={event} />,
        }}
        pagination={{ pageSize: AUDIT_PAGE_SIZE, total }}
      >
        <SearchBox
          label="Who: name, username, or Telegram ID"
          search={actor ?? ''}
          onSearch={({ search }) => set('actor', search)}
        />
        <SearchBox
          label="User: name, username, or Telegram ID"
          search={target ?? ''}
          onSearch={({ search }) => set('target', search)}
        />
        <OnlyUser telegramId={user} onRemove={() => change({ filters: { user: null } })} />
        <FilterSelect label="What" unset="Any action" options={ACTS} state={state} filter="act" />
        {/* Together, so that they are in one line on a phone too. */}
        <Flex gap="small" style={{ flex: '0 1 388px' }}>
          <DayInput label="From" day={from} onChange={(day) => set('from', day)} />
          <DayInput label="To" day={to} onChange={(day) => set('to', day)} />
        </Flex>
        <ExportButton disabled={total === 0} body={{ list: 'audit', ...selection, time_zone: browserTimeZone() }} />
      </AdminTable>
    </AdminPage>
  );
}
