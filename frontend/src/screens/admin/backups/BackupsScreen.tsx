import type { Backup, Backups } from '@flyerdeck/contracts/types';
import { Alert, Button, Flex, Table, type TableColumnType, Typography } from 'antd';
import {
  adminOperationApi,
  useListBackupsQuery,
  useRequestBackupMutation,
} from '../../../data/admin/adminOperationApi.ts';
import { formatDateTime, relativeTime } from '../../../lib/formatDate.ts';
import { counted, formatNumber, sizeText } from '../../../lib/numbers.ts';
import { FailureAlert, Skeleton } from '../../../ui/notices.tsx';
import { AdminPage, QueryAlert, RefreshButton } from '../layout/AdminPage.tsx';
import { TitledCard } from '../layout/Section.tsx';

const POLL_MS = 5_000;
/** Workers look every minute. */
const UNSEEN_MS = 5 * 60_000;

const TEST_LATE_MS = 14 * 86_400_000;

const isPending = (data: Backups | undefined) => data !== undefined && (data.asked_at ?? data.writing_since) !== null;

const COLUMNS: TableColumnType<Backup>[] = [
  { key: 'name', title: 'Name', dataIndex: 'name' },
  {
    key: 'made_at',
    title: 'Data of',
    render: (_, { made_at }) => (
      <time dateTime={made_at}>
        {formatDateTime(made_at)} ({relativeTime(made_at)})
      </time>
    ),
  },
  { key: 'size', title: 'Size', align: 'right', render: (_, { byte_size }) => sizeText(byte_size) },
  { key: 'rows', title: 'Rows', align: 'right', render: (_, { row_count }) => formatNumber(row_count) },
  { key: 'verified', title: 'Check', render: () => 'Read back, complete' },
];

interface Notice {
  readonly type: 'error' | 'warning';
  readonly title: string;
  readonly description?: string;
}

function noticesOf({ every_hours, is_late, asked_at, writing_since, failure }: Backups): Notice[] {
  if (every_hours === null) {
    const title = 'No backups are set up. Set BACKUP_DIR for the processes of Flyerdeck, and restart them.';
    return [{ type: 'warning', title }];
  }
  const isUnseen = asked_at !== null && writing_since === null && Date.now() - Date.parse(asked_at) > UNSEEN_MS;
  const late = `There is no backup of the last ${counted(2 * every_hours, 'hour')}. Is a worker running?`;
  const unseen =
    'No worker has begun the backup that was asked for. Does a worker run, and has it the same BACKUP_DIR?';
  const failed = failure && {
    title: `The last attempt failed ${relativeTime(failure.at)}.`,
    description: `${failure.error} It is tried again every minute.`,
  };
  return [
    ...(failed ? [{ type: 'error', ...failed } as const] : []),
    ...(is_late && !failed ? [{ type: 'error', title: late } as const] : []),
    ...(isUnseen ? [{ type: 'warning', title: unseen } as const] : []),
  ];
}

/** Once a week a worker restores the newest backup into a database of its own. */
function TestRestoreNotice({ test: { backup, at, error } }: { readonly test: NonNullable<Backups['test_restore']> }) {
  const isLate = Date.now() - Date.parse(at) > TEST_LATE_MS;
  const result = error === null ? ': all rows were there, and the books explained them.' : `, which failed: ${error}`;
  const title = `${backup} was restored as a test ${relativeTime(at)}${result}`;
  if (error !== null) return <Alert type="error" showIcon title={title} />;
  return <Alert role="status" type={isLate ? 'warning' : 'success'} showIcon title={title} />;
}

const stateText = ({ asked_at, writing_since }: Backups): string => {
  if (writing_since !== null) return ` A backup is being made since ${formatDateTime(writing_since)}.`;
  return asked_at === null ? '' : ' A backup was asked for and begins within a minute.';
};

export default function BackupsScreen() {
  const { data: latest } = adminOperationApi.endpoints.listBackups.useQueryState();
  const query = useListBackupsQuery(undefined, { pollingInterval: isPending(latest) ? POLL_MS : 0 });
  const [request, requesting] = useRequestBackupMutation();
  const { data } = query;
  const isSetUp = data !== undefined && data.every_hours !== null;
  return (
    <AdminPage title="Backups" actions={<RefreshButton query={query} />}>
      {data && noticesOf(data).map((notice) => <Alert key={notice.title} showIcon {...notice} />)}
      {isSetUp && (
        <Flex wrap align="center" justify="space-between" gap="small">
          <Typography.Text type="secondary" aria-live="polite">
            {`One is made every ${counted(data.every_hours ?? 0, 'hour')}; the newest ${data.keep} are kept.${stateText(data)}`}
          </Typography.Text>
          <Button type="primary" disabled={isPending(data)} loading={requesting.isLoading} onClick={() => request()}>
            Back Up Now
          </Button>
        </Flex>
      )}
      {data?.test_restore && <TestRestoreNotice test={data.test_restore} />}
      <FailureAlert error={requesting.error} fallback="Failed to ask for a backup" />
      {/* After the notices, which would move it. */}
      {query.isLoading ? (
        <Skeleton label="Loading backups" rows={1} rowHeightPx={320} />
      ) : (
        <TitledCard title="Backups Made" isFlush>
          <QueryAlert query={query} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls horizontally, so the keyboard must reach it. */}
          <section aria-label="Backups Made, scrollable" tabIndex={0} style={{ overflow: 'auto' }}>
            <Table
              aria-label="Backups Made"
              size="small"
              rowKey="name"
              columns={COLUMNS}
              dataSource={data?.backups ?? []}
              style={{ minWidth: data?.backups.length ? 'max-content' : 0 }}
              pagination={false}
              locale={{ emptyText: 'No backup has been made' }}
            />
          </section>
        </TitledCard>
      )}
      {!query.isLoading && (
        <Typography.Paragraph type="secondary">
          To restore a backup, give its folder in <code>BACKUP_DIR</code> to <code>flyerdeck restore</code> with an
          empty database.
        </Typography.Paragraph>
      )}
    </AdminPage>
  );
}
