import type { AuditEvent } from '@flyerdeck/contracts/types';
import { AUDIT_EVENT_LABELS } from '@flyerdeck/contracts/values/audit';
import { statusLabel } from '@flyerdeck/contracts/values/statusLabel';
import { Flex, Table, type TableColumnType, Typography } from 'antd';
import { Link } from 'react-router-dom';
import type { useListAuditEventsQuery } from '../../../data/admin/auditApi.ts';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { QueryAlert } from '../layout/AdminPage.tsx';
import { TitledCard } from '../layout/Section.tsx';
import { userAuditAddress } from '../people/people.ts';

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

/** The audit events of a user, newest first. */
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
