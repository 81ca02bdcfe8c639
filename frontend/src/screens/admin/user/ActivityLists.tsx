import { ACTIVITY_SHOWN } from '@flyerdeck/contracts/admin.values';
import { ASSISTANT_STATUS_LABELS } from '@flyerdeck/contracts/assistants.values';
import { AUDIT_EVENT_LABELS } from '@flyerdeck/contracts/audit.values';
import { statusLabel } from '@flyerdeck/contracts/statusLabel';
import type { AuditEvent, UserActivity } from '@flyerdeck/contracts/types';
import { Collapse, Flex, Table, type TableColumnType, Typography } from 'antd';
import { Link, useLocation } from 'react-router-dom';
import type { useListAuditEventsQuery } from '../../../data/admin/adminOperationApi.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { Skeleton } from '../../../ui/notices.tsx';
import { StatusChip, statusTone, TaskStatusChip } from '../../../ui/StatusChip.tsx';
import { QueryAlert } from '../layout/AdminPage.tsx';
import { TitledCard } from '../layout/Section.tsx';
import { userAuditAddress } from '../people/people.ts';

interface ListProps<Row> {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly count: number;
  readonly rowKey: keyof Row;
  readonly emptyText: string;
  readonly columns: TableColumnType<Row>[];
}

const listItem = <Row extends object>({ title, rows, count, emptyText, ...table }: ListProps<Row>) => ({
  key: title,
  label: <Typography.Text strong>{title}</Typography.Text>,
  extra: formatNumber(count),
  styles: { body: { padding: 0 } },
  children: (
    <Table<Row>
      {...table}
      aria-label={title}
      size="small"
      showHeader={false}
      dataSource={rows}
      locale={{ emptyText }}
      pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false, style: { marginInline: 16 } }}
      footer={count > rows.length ? () => `The newest ${ACTIVITY_SHOWN} are listed.` : undefined}
    />
  ),
});

export function ActivityLists({ activity }: { readonly activity: UserActivity }) {
  const { pathname, state } = useLocation();
  const [openLists, setOpenLists] = useUiState<readonly string[]>('user.openLists', []);
  return (
    <Collapse
      activeKey={[...openLists]}
      onChange={setOpenLists}
      style={{ overflow: 'hidden', fontVariantNumeric: 'tabular-nums' }}
      items={[
        listItem({
          title: 'Linked Pages',
          rows: activity.pages,
          count: activity.pages_count,
          rowKey: 'guid',
          emptyText: 'No pages found',
          columns: [
            {
              key: 'name',
              render: (_, { guid, username, runner }) => (
                <>
                  <Link to={`/admin/pages/${guid}`}>{username || 'Unnamed Page'}</Link>
                  {runner && (
                    <Typography.Text type="secondary" style={{ display: 'block' }}>
                      Runner {runner.host_name}, {runner.state}, last contact{' '}
                      {runner.last_contact_at ? formatDateTime(runner.last_contact_at) : 'never'}
                    </Typography.Text>
                  )}
                </>
              ),
            },
            { key: 'guid', align: 'end', dataIndex: 'guid' },
          ],
        }),
        listItem({
          title: 'Tasks',
          rows: activity.tasks,
          count: activity.tasks_count,
          rowKey: 'id',
          emptyText: 'No tasks found',
          columns: [
            {
              key: 'task',
              // One cell: on a narrow screen status and time are below the id.
              render: (_, { id, status, created_at }) => (
                <Flex wrap align="center" justify="space-between" gap="small">
                  <Link to={`/tasks/${id}`} state={{ back: pathname, backState: state }}>
                    {id}
                  </Link>
                  <Flex flex="1 0 auto" align="center" justify="end" gap="middle">
                    <TaskStatusChip status={status} />
                    {formatDateTime(created_at)}
                  </Flex>
                </Flex>
              ),
            },
          ],
        }),
        listItem({
          title: 'Assistants',
          rows: activity.assistants,
          count: activity.assistants_count,
          rowKey: 'id',
          emptyText: 'No assistants found',
          columns: [
            { key: 'name', render: (_, { name }) => name || 'Unnamed Assistant' },
            {
              key: 'status',
              align: 'end',
              render: (_, { status }) => (
                <StatusChip tone={statusTone(status)}>{statusLabel(ASSISTANT_STATUS_LABELS, status)}</StatusChip>
              ),
            },
          ],
        }),
      ]}
    />
  );
}

const COLUMNS: TableColumnType<AuditEvent>[] = [
  {
    key: 'act',
    render: (_, act) => (
      <Flex vertical>
        <Typography.Text strong>{statusLabel(AUDIT_EVENT_LABELS, act.act)}</Typography.Text>
        <Typography.Text type="secondary">{act.summary}</Typography.Text>
      </Flex>
    ),
  },
  {
    key: 'who',
    align: 'end',
    render: (_, { admin_name, at }) => (
      <Flex wrap justify="end" gap="0 12px">
        <span>{admin_name}</span>
        <time dateTime={at}>{formatDateTime(at)}</time>
      </Flex>
    ),
  },
];

interface UserAuditEventsProps {
  readonly telegramId: string;
  readonly query: ReturnType<typeof useListAuditEventsQuery>;
}

export function UserAuditEvents({ telegramId, query }: UserAuditEventsProps) {
  return (
    <TitledCard title="Admin History" isFlush extra={<Link to={userAuditAddress(telegramId)}>Open in Audit Log</Link>}>
      <QueryAlert query={query} />
      {query.isLoading && <Skeleton label="Loading admin history" rows={2} rowHeightPx={36} />}
      {query.data && (
        <Table
          aria-label="Admin History"
          size="small"
          showHeader={false}
          rowKey="id"
          columns={COLUMNS}
          dataSource={query.data.events}
          locale={{
            emptyText: 'No admin has changed anything here yet',
          }}
          pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false, style: { marginInline: 16 } }}
        />
      )}
    </TitledCard>
  );
}
