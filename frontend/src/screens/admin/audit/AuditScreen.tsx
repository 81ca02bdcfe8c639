import {
  AUDIT_EVENT_LABELS,
  AUDIT_EVENT_NAMES,
  AUDIT_PAGE_SIZE,
  type AuditEventName,
} from '@flyerdeck/contracts/audit.values';
import { statusLabel } from '@flyerdeck/contracts/statusLabel';
import type { AuditEvent, ExportAuditEventsBody } from '@flyerdeck/contracts/types';
import { Flex, Typography } from 'antd';
import { Link } from 'react-router-dom';
import { useListAuditEventsQuery } from '../../../data/admin/adminOperationApi.ts';
import { formatExactTime } from '../../../lib/formatDate.ts';
import { browserTimeZone } from '../../../lib/hourClock.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { AdminPage, RefreshButton } from '../layout/AdminPage.tsx';
import { CopyableId, Facts } from '../layout/Facts.tsx';
import { PersonCell } from '../people/PersonCell.tsx';
import { isTelegramId, userAddress, userCreditsAddress, userPostingsAddress } from '../people/people.ts';
import { AdminTable } from '../table/AdminTable.tsx';
import { type AdminColumn, timeColumn } from '../table/columns.tsx';
import { DayInput, ExportButton, FilterSelect, isDay, OnlyUser, SearchBox, startOfDay } from '../table/filters.tsx';
import { type TableView, type TableViewRules, useTableView } from '../table/tableView.ts';

type AuditFilter = 'act' | 'user' | 'actor' | 'target' | 'from' | 'to';

const isText = () => true;

export const AUDIT_VIEW: TableViewRules<'at', AuditFilter> = {
  table: 'audit',
  sorts: ['at'],
  defaultSort: 'at',
  defaultOrder: 'desc',
  filters: { act: AUDIT_EVENT_NAMES, user: isTelegramId, actor: isText, target: isText, from: isDay, to: isDay },
};

/** What the list and its export have in common. Days begin and end in the reader's time zone. */
export const selectionOf = ({
  order,
  filters: { actor, target, user, act, from, to },
}: TableView<'at', AuditFilter>): ExportAuditEventsBody => ({
  ...(actor && { actor }),
  ...(target && { target }),
  ...(user && { user_id: user }),
  ...(act && { act: act as AuditEventName }),
  ...(from && { from: startOfDay(from) }),
  ...(to && { before: startOfDay(to, 1) }),
  sort_order: order === 'asc' ? 1 : -1,
});

export const AUDIT_COLUMNS: readonly AdminColumn<AuditEvent>[] = [
  timeColumn({ key: 'at', title: 'When', width: 208 }, ({ at }) => at, formatExactTime),
  {
    key: 'who',
    title: 'Who',
    width: 190,
    render: (_, { admin_telegram_id, admin_name }) => <PersonCell telegramId={admin_telegram_id} name={admin_name} />,
  },
  {
    key: 'what',
    title: 'What',
    width: 190,
    render: (_, { act }) => <span className="u-strong">{statusLabel(AUDIT_EVENT_LABELS, act)}</span>,
  },
  {
    key: 'user',
    title: 'User',
    width: 190,
    render: (_, { target_telegram_id, target_name }) => (
      <PersonCell telegramId={target_telegram_id} name={target_name} />
    ),
  },
  {
    key: 'details',
    title: 'Details',
    width: 360,
    render: (_, { summary }) => <span style={{ overflowWrap: 'anywhere' }}>{summary}</span>,
  },
];

interface PersonProps {
  readonly telegramId: string | null;
  readonly name: string;
  readonly what: string;
}

const Person = ({ telegramId, name, what }: PersonProps) =>
  telegramId ? (
    <Flex wrap align="center" gap="0 8px">
      {name && <Link to={userAddress(telegramId)}>{name}</Link>}
      <CopyableId id={telegramId} what={what} />
    </Flex>
  ) : (
    name || 'None'
  );

export function AuditDetail({ event }: { readonly event: AuditEvent }) {
  const { target_telegram_id: target } = event;
  const facts = {
    Who: <Person telegramId={event.admin_telegram_id} name={event.admin_name} what="admin" />,
    User: (
      <Flex vertical>
        <Person telegramId={target} name={event.target_name} what="user" />
        {target && (
          <Flex gap="middle">
            <Link to={userPostingsAddress(target)}>View Postings</Link>
            <Link to={userCreditsAddress(target)}>View Credits</Link>
          </Flex>
        )}
      </Flex>
    ),
    'When (UTC)': event.at,
    Event: <CopyableId id={event.id} what="event" />,
    ...(event.summary && {
      Details: <Typography.Text style={{ whiteSpace: 'pre-wrap' }}>{event.summary}</Typography.Text>,
    }),
  };
  return (
    <Facts
      layout="vertical"
      colon={false}
      column={{ xs: 1, sm: 2, xl: 4 }}
      styles={{ label: { fontSize: 12 } }}
      facts={facts}
      style={{ padding: 8 }}
    />
  );
}

const ACTS = AUDIT_EVENT_NAMES.map((value) => ({ value, label: AUDIT_EVENT_LABELS[value] }));
const NONE: readonly AuditEvent[] = [];

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
