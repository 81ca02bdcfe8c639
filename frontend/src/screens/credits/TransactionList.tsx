import type { CreditTransaction, SpendingSum } from '@flyerdeck/contracts/types';
import { TRANSACTION_TYPE_LABELS, TRANSACTIONS_SHOWN } from '@flyerdeck/contracts/values/credits';
import { statusLabel } from '@flyerdeck/contracts/values/statusLabel';
import { Button } from 'antd';
import dayjs from 'dayjs';
import { Link } from 'react-router-dom';
import { useListSpendingQuery } from '../../data/credits/creditSumsApi.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { formatDate, formatDateTime } from '../../lib/formatDate.ts';
import { browserTimeZone } from '../../lib/hourClock.ts';
import { counted, formatSigned } from '../../lib/numbers.ts';
import { EmptyState } from '../../ui/notices.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import styles from './credits.module.css';

const dayOf = ({ created_at }: CreditTransaction): string => dayjs(created_at).format('YYYY-MM-DD');

function byDay(transactions: readonly CreditTransaction[]): (readonly [day: string, CreditTransaction[]])[] {
  const days = new Map<string, CreditTransaction[]>();
  for (const one of transactions) days.set(dayOf(one), [...(days.get(dayOf(one)) ?? []), one]);
  return [...days];
}

export function TransactionList({ transactions }: { readonly transactions: readonly CreditTransaction[] }) {
  const [showsAll, setShowsAll] = useUiState('allTransactions', false);
  const { data: spending } = useListSpendingQuery({ by: 'day', time_zone: browserTimeZone() });
  if (transactions.length === 0) return <EmptyState>No transactions yet</EmptyState>;
  const shown = showsAll ? transactions : transactions.slice(0, TRANSACTIONS_SHOWN);
  return (
    <>
      {byDay(shown).map(([day, ofDay]) => (
        <div key={day}>
          <DayHeading day={day} sum={spending?.sums.find(({ key }) => key === day)} />
          <ul className={`u-card u-flush ${styles.transactionList}`}>
            {ofDay.map((one) => (
              <Transaction key={one.id} transaction={one} />
            ))}
          </ul>
        </div>
      ))}
      {transactions.length > TRANSACTIONS_SHOWN && (
        <Button className="u-above12" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show Less' : 'Show All'}
        </Button>
      )}
    </>
  );
}

const DayHeading = ({ day, sum }: { readonly day: string; readonly sum: SpendingSum | undefined }) => (
  <h3 className={`u-row u-spread u-gap8 u-fine u-medium ${styles.dayHeading}`}>
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
    <li className={`u-top u-spread u-gap16 ${styles.transaction}`}>
      <div className="u-shrink">
        <p className={`u-row u-medium u-flush ${styles.type}`}>
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
      <div className={`u-tabular ${styles.numbers}`}>
        <p className={`u-strong u-flush ${one.amount < 0 ? 'u-danger' : 'u-success'}`}>{formatSigned(one.amount)}</p>
        <p className="u-muted u-small u-flush">{formatDateTime(one.created_at)}</p>
      </div>
    </li>
  );
}
