import { ADMIN_ACT_LABELS, statusLabel, TRANSACTION_TYPE_LABELS } from '@flyerdeck/contracts/statuses';
import type { AdminAct } from '@flyerdeck/contracts/types';
import { Flex, Table, type TableColumnType, Typography } from 'antd';
import { useListUserActsQuery } from '../../../data/admin/adminApi.ts';
import { counted } from '../../../lib/counted.ts';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { formatNumber } from '../../../lib/formatNumber.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { QueryAlert } from '../layout/QueryAlert.tsx';
import { TitledCard } from '../layout/Section.tsx';

const signed = (amount: number) => `${amount < 0 ? '−' : '+'}${formatNumber(Math.abs(amount))}`;

/** The details of an audit event as text; empty if it has none. */
function detailsOf({ details }: AdminAct): string {
  const { amount, transaction_type, description, balance_after, sessions } = details;
  const parts = [
    amount !== undefined && `${signed(amount)} credits`,
    transaction_type && statusLabel(TRANSACTION_TYPE_LABELS, transaction_type),
    balance_after !== undefined && `balance ${formatNumber(balance_after)}`,
    sessions !== undefined && counted(sessions, 'session'),
    description && `“${description}”`,
  ];
  return parts.filter(Boolean).join(', ');
}

const COLUMNS: TableColumnType<AdminAct>[] = [
  {
    key: 'act',
    render: (_, act) => (
      <Flex vertical>
        <Typography.Text strong>{statusLabel(ADMIN_ACT_LABELS, act.act)}</Typography.Text>
        <Typography.Text type="secondary">{detailsOf(act)}</Typography.Text>
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

/** The audit events of a user, newest first. */
export function UserAuditEvents({ telegramId }: { readonly telegramId: string }) {
  const query = useListUserActsQuery({ telegramId });
  return (
    <TitledCard title="Admin History" isFlush>
      <QueryAlert query={query} />
      {query.isLoading && <Skeleton label="Loading admin history" rows={2} rowHeightPx={36} />}
      {query.data && (
        <Table
          aria-label="Admin History"
          size="small"
          showHeader={false}
          rowKey="id"
          columns={COLUMNS}
          dataSource={query.data.acts}
          locale={{
            emptyText: <Typography.Text type="secondary">No admin has changed anything here yet</Typography.Text>,
          }}
          pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false, style: { marginInline: 16 } }}
        />
      )}
    </TitledCard>
  );
}
