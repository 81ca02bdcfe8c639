import { ACTIVITY_SHOWN } from '@flyerdeck/contracts/limits';
import { ASSISTANT_STATUS_LABELS, statusLabel } from '@flyerdeck/contracts/statuses';
import type { UserActivity } from '@flyerdeck/contracts/types';
import { Collapse, Table, type TableColumnType, Typography } from 'antd';
import { Link, useLocation } from 'react-router-dom';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { formatNumber } from '../../../lib/formatNumber.ts';
import { StatusChip, statusTone } from '../../../ui/StatusChip.tsx';
import { TaskStatusChip } from '../../../ui/TaskStatusChip.tsx';

interface ListProps<Row> {
  readonly title: string;
  readonly rows: readonly Row[];
  /** The total; only the newest are listed. */
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
      locale={{ emptyText: <Typography.Text type="secondary">{emptyText}</Typography.Text> }}
      pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false, style: { marginInline: 16 } }}
      footer={count > rows.length ? () => `The newest ${ACTIVITY_SHOWN} are listed.` : undefined}
    />
  ),
});

/** Pages, tasks and assistants of a user. All lists are collapsed at first. */
export function ActivityLists({ activity }: { readonly activity: UserActivity }) {
  const { pathname, state } = useLocation();
  return (
    <Collapse
      style={{ overflow: 'hidden', fontVariantNumeric: 'tabular-nums' }}
      items={[
        listItem({
          title: 'Linked Pages',
          rows: activity.pages,
          count: activity.pages_count,
          rowKey: 'guid',
          emptyText: 'No pages found',
          columns: [
            { key: 'name', render: (_, { username }) => username || 'Unnamed Page' },
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
              key: 'id',
              render: (_, { id }) => (
                <Link to={`/tasks/${id}`} state={{ back: pathname, backState: state }}>
                  {id}
                </Link>
              ),
            },
            { key: 'status', align: 'end', render: (_, { status }) => <TaskStatusChip status={status} /> },
            { key: 'created', align: 'end', render: (_, { created_at }) => formatDateTime(created_at) },
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
