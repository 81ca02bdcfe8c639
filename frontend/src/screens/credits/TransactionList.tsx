import {
  LEDGER_PAGE_SIZE,
  TRANSACTION_TYPE_LABELS,
  TRANSACTIONS_FETCHED,
  TRANSACTIONS_SHOWN,
} from '@flyerdeck/contracts/credits.values';
import { statusLabel } from '@flyerdeck/contracts/statusLabel';
import type { CreditTransaction, SpendingSum } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useListEntriesQuery, useListSpendingQuery } from '../../data/credits/creditSumsApi.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { groupBy } from '../../lib/compare.ts';
import { formatDate, formatDateTime } from '../../lib/formatDate.ts';
import { browserTimeZone } from '../../lib/hourClock.ts';
import { counted, formatSigned } from '../../lib/numbers.ts';
import { EmptyState, FailureAlert, Skeleton } from '../../ui/notices.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';

interface EntriesProps {
  readonly filter: Partial<Record<'before' | 'day' | 'page_guid' | 'assistant_id', string>>;
  readonly sums?: readonly SpendingSum[] | undefined;
}

export function Entries({ filter, sums }: EntriesProps) {
  const { data, error, refetch } = useListEntriesQuery({ ...filter, time_zone: browserTimeZone() });
  const last = data?.transactions.at(LEDGER_PAGE_SIZE - 1);
  return (
    <>
      <FailureAlert error={error} fallback="Failed to load the transactions" onRetry={refetch} />
      {!data && !error && <Skeleton label="Loading the transactions" rows={1} />}
      {data && <TransactionDays transactions={data.transactions} sums={sums} />}
      {last && <Older filter={{ ...filter, before: last.id }} sums={sums} />}
    </>
  );
}

function Older(entries: EntriesProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <Entries {...entries} />;
  return (
    <Button className="u-above12" onClick={() => setIsOpen(true)}>
      Show Older
    </Button>
  );
}

const dayOf = ({ created_at }: CreditTransaction): string => dayjs(created_at).format('YYYY-MM-DD');

export function TransactionList({ transactions }: { readonly transactions: readonly CreditTransaction[] }) {
  const [showsAll, setShowsAll] = useUiState('allTransactions', false);
  const { data: spending } = useListSpendingQuery({ by: 'day', time_zone: browserTimeZone() });
  if (transactions.length === 0) return <EmptyState>No transactions yet</EmptyState>;
  const shown = showsAll ? transactions : transactions.slice(0, TRANSACTIONS_SHOWN);
  const last = showsAll && transactions.at(TRANSACTIONS_FETCHED - 1);
  return (
    <>
      <TransactionDays transactions={shown} sums={spending?.sums} />
      {last && (
        <div>
          <Older filter={{ before: last.id }} sums={spending?.sums} />
        </div>
      )}
      {transactions.length > TRANSACTIONS_SHOWN && (
        <Button className="u-above12" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show Less' : 'Show All'}
        </Button>
      )}
    </>
  );
}

interface TransactionDaysProps extends Pick<EntriesProps, 'sums'> {
  readonly transactions: readonly CreditTransaction[];
}

const TransactionDays = ({ transactions, sums }: TransactionDaysProps) =>
  [...groupBy(transactions, dayOf)].map(([day, ofDay]) => (
    <div key={day}>
      <DayHeading day={day} sum={sums?.find(({ key }) => key === day)} />
      <ul className="u-card u-flush" style={{ padding: '0 16px', listStyle: 'none' }}>
        {ofDay.map((one) => (
          <Transaction key={one.id} transaction={one} />
        ))}
      </ul>
    </div>
  ));

const DayHeading = ({ day, sum }: { readonly day: string; readonly sum: SpendingSum | undefined }) => (
  <h3 className="u-row u-spread u-gap8 u-fine u-medium" style={{ margin: '16px 0 8px' }}>
    <span>{formatDate(day)}</span>
    {sum && sum.fees > 0 && (
      <span className="u-muted u-tabular">
        {counted(sum.fees, 'posting fee')}: {formatSigned(-sum.credits)}
      </span>
    )}
  </h3>
);

function Transaction({ transaction: one }: { readonly transaction: CreditTransaction }) {
  return (
    <li className="u-top u-spread u-gap16 u-entry">
      <div className="u-shrink">
        <p className="u-row u-medium u-flush" style={{ gap: '2px 8px' }}>
          {statusLabel(TRANSACTION_TYPE_LABELS, one.transaction_type)}
          {one.page_guid && <StatusChip tone="neutral">Page Fee</StatusChip>}
          {one.refunded_at && (
            <StatusChip tone="neutral">{one.transaction_type === 'purchase' ? 'Reversed' : 'Refunded'}</StatusChip>
          )}
        </p>
        <p className="u-muted u-fine u-flush u-break">{one.description}</p>
        {one.posting && (
          <p className="u-muted u-fine u-flush u-break">
            Flyer:{' '}
            <Link to={`/tasks/${one.posting.task_id}`} state={{ back: '/?view=credits', postingId: one.posting.id }}>
              {one.posting.flyer || '(No description)'}
            </Link>
          </p>
        )}
        {one.refund_of && (
          <p className="u-muted u-fine u-flush">
            Gives back the {one.transaction_type === 'purchase' ? 'purchase' : 'fee'} of{' '}
            {formatDateTime(one.refund_of.created_at)}
          </p>
        )}
      </div>
      <div className="u-tabular" style={{ flex: 'none', textAlign: 'right' }}>
        <p className={`u-strong u-flush ${one.amount < 0 ? 'u-danger' : 'u-success'}`}>{formatSigned(one.amount)}</p>
        <p className="u-muted u-small u-flush">{formatDateTime(one.created_at)}</p>
      </div>
    </li>
  );
}
