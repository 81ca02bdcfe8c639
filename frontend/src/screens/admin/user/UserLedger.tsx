import type { LedgerEntry } from '@flyerdeck/contracts/types';
import { LEDGER_PAGE_SIZE, TRANSACTION_TYPE_LABELS } from '@flyerdeck/contracts/values/credits';
import { statusLabel } from '@flyerdeck/contracts/values/statusLabel';
import { Flex, Table, type TableColumnType, Typography } from 'antd';
import { Link } from 'react-router-dom';
import type { useListUserLedgerQuery } from '../../../data/credits/creditsApi.ts';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { formatNumber, formatSigned } from '../../../lib/formatNumber.ts';
import { Facts } from '../layout/Facts.tsx';
import { QueryAlert } from '../layout/QueryAlert.tsx';
import { TitledCard } from '../layout/Section.tsx';
import { userAddress } from '../people/people.ts';
import rowStyles from '../table/AdminTable.module.css';
import { CopyableId } from '../table/details/CopyableId.tsx';
import { type RowDetails, useRowDetails } from '../table/details/useRowDetails.tsx';
import { useRowKeys } from '../table/rowKeys.ts';

const COLUMNS: TableColumnType<LedgerEntry>[] = [
  {
    key: 'when',
    title: 'When',
    width: 150,
    render: (_, { created_at }) => (
      <time dateTime={created_at} style={{ whiteSpace: 'nowrap' }}>
        {formatDateTime(created_at)}
      </time>
    ),
  },
  {
    key: 'type',
    title: 'Type',
    render: (_, { transaction_type, description, page_guid }) => (
      <Flex vertical>
        <Typography.Text strong>{statusLabel(TRANSACTION_TYPE_LABELS, transaction_type)}</Typography.Text>
        <Typography.Text type="secondary" style={{ fontSize: 12, overflowWrap: 'anywhere' }}>
          {description}
          {page_guid && (
            <>
              {' '}
              <Link to={`/admin/postings?guid=${page_guid}`}>Postings of the page</Link>
            </>
          )}
        </Typography.Text>
      </Flex>
    ),
  },
  {
    key: 'amount',
    title: 'Amount',
    width: 88,
    align: 'end',
    render: (_, { amount }) => (
      <Typography.Text strong type={amount < 0 ? 'danger' : 'success'} style={{ whiteSpace: 'nowrap' }}>
        {formatSigned(amount)}
      </Typography.Text>
    ),
  },
  {
    key: 'balance',
    title: 'Balance',
    width: 96,
    align: 'end',
    render: (_, { balance_after }) => formatNumber(balance_after),
  },
  {
    key: 'by',
    title: 'Booked by',
    width: 120,
    render: (_, { admin_telegram_id, admin_name }) =>
      admin_telegram_id ? (
        <Link to={userAddress(admin_telegram_id)}>{admin_name}</Link>
      ) : (
        <Typography.Text type="secondary">–</Typography.Text>
      ),
  },
];

const DETAILS: RowDetails<LedgerEntry> = {
  nameOf: ({ transaction_type, created_at }) =>
    `${statusLabel(TRANSACTION_TYPE_LABELS, transaction_type)}, ${formatDateTime(created_at)}`,
  render: ({ id, page_guid, admin_telegram_id }) => (
    <Facts
      size="small"
      column={1}
      facts={{
        Entry: <CopyableId id={id} what="entry" />,
        ...(page_guid && { Page: <CopyableId id={page_guid} what="page" /> }),
        ...(admin_telegram_id && { 'Booked by': <CopyableId id={admin_telegram_id} what="admin" /> }),
      }}
    />
  ),
};
const NONE: readonly LedgerEntry[] = [];

interface UserLedgerProps {
  readonly query: ReturnType<typeof useListUserLedgerQuery>;
  readonly page: number;
  setPage(page: number): void;
}

/** The ledger of a user, newest first, in pages. */
export function UserLedger({ query, page, setPage }: UserLedgerProps) {
  const { data, isFetching } = query;
  const entries: readonly LedgerEntry[] = data?.entries ?? NONE;
  const { onKeyDown } = useRowKeys(entries.map(({ id }) => id));
  const { expandable } = useRowDetails(DETAILS, ({ id }) => id);
  return (
    <TitledCard title="Credit History" isFlush>
      <QueryAlert query={query} />
      {data && (
        <Table<LedgerEntry>
          aria-label="Credit History"
          size="small"
          rowKey="id"
          columns={COLUMNS}
          dataSource={entries}
          rowClassName={rowStyles.row}
          expandable={expandable}
          onRow={() => ({ onKeyDown })}
          loading={{ spinning: isFetching, delay: 300 }}
          // An empty table does not scroll: it has nothing that the keyboard reaches.
          scroll={entries.length > 0 ? { x: 700 } : {}}
          styles={{ root: { fontVariantNumeric: 'tabular-nums' } }}
          locale={{ emptyText: <Typography.Text type="secondary">No transactions yet</Typography.Text> }}
          pagination={{
            current: page,
            pageSize: LEDGER_PAGE_SIZE,
            total: data.total,
            showTotal: (total) => `${formatNumber(total)} ${total === 1 ? 'entry' : 'entries'}`,
            showSizeChanger: false,
            onChange: setPage,
            style: { marginInline: 16 },
          }}
        />
      )}
    </TitledCard>
  );
}
