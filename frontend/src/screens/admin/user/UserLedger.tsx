import {
  LEDGER_PAGE_SIZE,
  TRANSACTION_TYPE_LABELS,
  TRANSACTION_TYPES,
  type TransactionType,
} from '@flyerdeck/contracts/credits.values';
import { statusLabel } from '@flyerdeck/contracts/statusLabel';
import type { ExportBody, LedgerEntry } from '@flyerdeck/contracts/types';
import { Button, Flex, Popconfirm, Select, Table, type TableColumnType, Typography } from 'antd';
import { Link } from 'react-router-dom';
import { type useListUserLedgerQuery, useReversePurchaseMutation } from '../../../data/admin/adminOperationApi.ts';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { browserTimeZone } from '../../../lib/hourClock.ts';
import { formatNumber, formatSigned } from '../../../lib/numbers.ts';
import { FailureAlert } from '../../../ui/notices.tsx';
import { QueryAlert } from '../layout/AdminPage.tsx';
import { CopyableId, Facts } from '../layout/Facts.tsx';
import { TitledCard } from '../layout/Section.tsx';
import { userAddress } from '../people/people.ts';
import rowStyles from '../table/AdminTable.module.css';
import { type RowDetails, useRowDetails } from '../table/AdminTable.tsx';
import { ExportButton } from '../table/filters.tsx';

function Belongings({ entry }: { readonly entry: LedgerEntry }) {
  const { page_guid, posting, refund_of, refunded_at, star_payment, transaction_type } = entry;
  const isPurchase = transaction_type === 'purchase';
  return (
    <>
      {page_guid && <Link to={`/admin/postings?guid=${page_guid}`}>Postings of {entry.page_name || 'the page'}</Link>}
      {posting && (
        <span>
          Flyer: <Link to={`/admin/postings?search=${posting.id}`}>{posting.flyer || '(No description)'}</Link>
        </span>
      )}
      {star_payment && (
        <span>
          {formatNumber(star_payment.stars)} Stars, payment {star_payment.charge_id}
        </span>
      )}
      {star_payment?.refunded_at && <span>Stars refunded {formatDateTime(star_payment.refunded_at)}</span>}
      {refund_of && (
        <span>
          Gives back the {isPurchase ? 'purchase' : 'fee'} of {formatDateTime(refund_of.created_at)}
        </span>
      )}
      {refunded_at && (
        <span>
          {isPurchase ? 'Reversed' : 'Refunded'} {formatDateTime(refunded_at)}
        </span>
      )}
    </>
  );
}

function ReverseButton({ entry, telegramId }: { readonly entry: LedgerEntry; readonly telegramId: string }) {
  const [reverse, { isLoading, error }] = useReversePurchaseMutation();
  const { amount, star_payment: payment } = entry;
  const takesBack = `A counter-entry takes back ${formatNumber(amount)} credits.`;
  return (
    <>
      <Popconfirm
        title={payment ? `Refund ${formatNumber(payment.stars)} Stars?` : 'Reverse this purchase?'}
        description={payment ? `Telegram gives the Stars back. ${takesBack}` : takesBack}
        okText={payment ? 'Refund Stars' : 'Reverse'}
        okButtonProps={{ danger: true }}
        onConfirm={() => reverse({ body: { user_id: telegramId, transaction_id: entry.id } })}
      >
        <Button size="small" danger loading={isLoading} style={{ alignSelf: 'start' }}>
          {payment ? 'Refund' : 'Reverse Purchase'}
        </Button>
      </Popconfirm>
      <FailureAlert error={error} fallback={`Failed to ${payment ? 'refund' : 'reverse'} the purchase`} />
    </>
  );
}

const columnsOf = (telegramId: string): TableColumnType<LedgerEntry>[] => [
  {
    key: 'when',
    title: 'When',
    width: 188,
    render: (_, { created_at }) => (
      <time className="u-nowrap" dateTime={created_at}>
        {formatDateTime(created_at)}
      </time>
    ),
  },
  {
    key: 'type',
    title: 'Type',
    render: (_, entry) => (
      <Flex vertical>
        <Typography.Text strong>{statusLabel(TRANSACTION_TYPE_LABELS, entry.transaction_type)}</Typography.Text>
        <Typography.Text type="secondary" style={{ fontSize: 12, lineHeight: '24px', overflowWrap: 'anywhere' }}>
          <Flex vertical>
            {entry.description}
            <Belongings entry={entry} />
          </Flex>
        </Typography.Text>
        {entry.transaction_type === 'purchase' && entry.amount > 0 && !entry.refunded_at && (
          <ReverseButton entry={entry} telegramId={telegramId} />
        )}
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
  render: ({ id, page_guid, posting, refund_of, admin_telegram_id }) => (
    <Facts
      size="small"
      column={1}
      facts={{
        Entry: <CopyableId id={id} what="entry" />,
        ...(page_guid && { Page: <CopyableId id={page_guid} what="page" /> }),
        ...(posting && { Posting: <CopyableId id={posting.id} what="posting" /> }),
        ...(refund_of && { 'Gives back': <CopyableId id={refund_of.id} what="entry that is given back" /> }),
        ...(admin_telegram_id && { 'Booked by': <CopyableId id={admin_telegram_id} what="admin" /> }),
      }}
    />
  ),
};
const NONE: readonly LedgerEntry[] = [];

const TYPES = TRANSACTION_TYPES.map((value) => ({ value, label: TRANSACTION_TYPE_LABELS[value] }));
const ANY_TYPE = '';

export interface LedgerView {
  readonly page: number;
  readonly type: TransactionType | null;
}

interface UserLedgerProps extends LedgerView {
  readonly telegramId: string;
  readonly query: ReturnType<typeof useListUserLedgerQuery>;
  change(view: LedgerView): void;
}

export default function UserLedger({ telegramId, query, page, type, change }: UserLedgerProps) {
  const { data, isFetching } = query;
  const entries: readonly LedgerEntry[] = data?.entries ?? NONE;
  const { expandable } = useRowDetails(DETAILS, ({ id }) => id);
  const exported: ExportBody = {
    list: 'ledger',
    user_id: telegramId,
    ...(type && { transaction_type: type }),
    time_zone: browserTimeZone(),
  };
  return (
    <TitledCard
      title="Credit History"
      isFlush
      extra={
        <Flex gap="small">
          <Select<TransactionType | typeof ANY_TYPE>
            aria-label="Type of entry"
            value={type ?? ANY_TYPE}
            options={[{ value: ANY_TYPE, label: 'Any type' }, ...TYPES]}
            popupMatchSelectWidth={false}
            onChange={(chosen) => change({ page: 1, type: chosen === ANY_TYPE ? null : chosen })}
            style={{ minWidth: 116 }}
          />
          <ExportButton disabled={entries.length === 0} body={exported} />
        </Flex>
      }
    >
      <QueryAlert query={query} />
      {data && (
        <Table<LedgerEntry>
          aria-label="Credit History"
          size="small"
          rowKey="id"
          columns={columnsOf(telegramId)}
          dataSource={entries}
          rowClassName={rowStyles.row}
          expandable={expandable}
          loading={{ spinning: isFetching, delay: 300 }}
          scroll={{ x: 700 }}
          styles={{ root: { fontVariantNumeric: 'tabular-nums' } }}
          locale={{ emptyText: 'No transactions yet' }}
          pagination={{
            current: page,
            pageSize: LEDGER_PAGE_SIZE,
            total: data.total,
            showTotal: (total) => `${formatNumber(total)} ${total === 1 ? 'entry' : 'entries'}`,
            showSizeChanger: false,
            onChange: (chosen) => change({ page: chosen, type }),
            style: { marginInline: 16 },
          }}
        />
      )}
    </TitledCard>
  );
}
