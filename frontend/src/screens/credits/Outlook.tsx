import {
  CREDIT_OUTLOOK_DAYS,
  SPENDING_DAYS,
  type SpendingBy,
  TRANSACTION_TYPE_LABELS,
  TRANSACTIONS_SHOWN,
} from '@flyerdeck/contracts/credits.values';
import { statusLabel } from '@flyerdeck/contracts/statusLabel';
import type { CreditOutlook, CreditTransaction, SpendingSum } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import dayjs from 'dayjs';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { useGetCreditOutlookQuery, useListSpendingQuery } from '../../data/credits/creditSumsApi.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { groupBy } from '../../lib/compare.ts';
import { formatDate, formatDateTime } from '../../lib/formatDate.ts';
import { browserTimeZone } from '../../lib/hourClock.ts';
import { counted, formatNumber, formatSigned } from '../../lib/numbers.ts';
import { EmptyState, FailureAlert, Skeleton } from '../../ui/notices.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { TabBar, tabIds } from '../../ui/TabBar.tsx';
import ui from '../../ui/ui.module.css';
import styles from './credits.module.css';

export function Outlook() {
  const titleId = useId();
  const { data, error, isLoading, refetch } = useGetCreditOutlookQuery({ time_zone: browserTimeZone() });
  return (
    <section className="u-card u-padded u-stack u-gap12" aria-labelledby={titleId}>
      <h2 id={titleId} className="u-title">
        Next {CREDIT_OUTLOOK_DAYS} days
      </h2>
      {isLoading && <Skeleton label="Loading the outlook" rows={1} rowHeightPx={140} />}
      <FailureAlert error={error} fallback="Failed to load the outlook" onRetry={refetch} />
      {data && <Days outlook={data} />}
    </section>
  );
}

function Days({ outlook }: { readonly outlook: CreditOutlook }) {
  const { credits, days, ends_at, after, offline_pages, waits_for_credits } = outlook;
  const most = Math.max(...days.map((day) => day.credits), 1);
  return (
    <>
      <p className="u-flush">
        <span className="u-strong u-tabular u-size18">{formatNumber(credits)}</span>{' '}
        <span className="u-muted">credits by repeats and the plan of pages that are online</span>
      </p>
      {ends_at ? (
        <p className="u-notice u-tone" data-tone="warning">
          The balance ends on {formatDateTime(ends_at)}.
        </p>
      ) : (
        !waits_for_credits && <p className="u-muted u-flush">The balance lasts.</p>
      )}
      {waits_for_credits && (
        <p className="u-notice u-tone" data-tone="warning">
          Posts wait for credits and are not included.
        </p>
      )}
      {offline_pages > 0 && (
        <p className="u-muted u-flush">{counted(offline_pages, 'page')} once online, not included.</p>
      )}
      {after && <p className="u-muted u-flush">Posts after {formatDateTime(after)} are not all included.</p>}
      <ol className={`u-list u-grid u-gap4 ${styles.days}`} aria-label="Credits of each day">
        {days.map(({ day, credits: ofDay }) => (
          <li key={day} className="u-stack">
            <span className={styles.dayBar} aria-hidden>
              <span style={{ height: `${(100 * ofDay) / most}%` }} />
            </span>
            <span className="u-small u-muted">{dayjs(day).format('ddd D')}</span>{' '}
            <span className="u-fine u-tabular">{formatNumber(ofDay)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

const TABS = [
  { key: 'day', label: 'Day' },
  { key: 'page', label: 'Page' },
  { key: 'assistant', label: 'Assistant' },
] as const;

const NO_NAME: Readonly<Record<SpendingBy, string>> = {
  day: '',
  page: 'Unnamed Page',
  assistant: '(Unnamed Assistant)',
};

const nameOf = (by: SpendingBy, { key, name }: SpendingSum): string =>
  by === 'day' ? formatDate(key) : name || NO_NAME[by];

export function Spending() {
  const titleId = useId();
  const tabsId = useId();
  const [by, setBy] = useUiState<SpendingBy>('spendingBy', 'day');
  const query = useListSpendingQuery({ by, time_zone: browserTimeZone() });
  const { currentData: data, error, isFetching, refetch } = query;
  const ids = tabIds(tabsId, by);
  return (
    <section className="u-card u-padded u-stack u-gap8" aria-labelledby={titleId}>
      <div className="u-row u-spread u-gap8">
        <h2 id={titleId} className="u-title">
          Spent in {SPENDING_DAYS} days
        </h2>
        <TabBar<SpendingBy> id={tabsId} label="Sums by" tabs={TABS} active={by} onSelect={setBy} />
      </div>
      <div id={ids.panel} role="tabpanel" aria-labelledby={ids.tab} style={{ maxHeight: 264, overflowY: 'auto' }}>
        <FailureAlert error={error} fallback="Failed to load the spending" onRetry={refetch} />
        {!data && isFetching && <Skeleton label="Loading the spending" rows={1} rowHeightPx={140} />}
        {data && data.sums.length === 0 && <p className="u-muted u-flush">No posting fees.</p>}
        {data && data.sums.length > 0 && (
          <table className={`u-full u-tabular ${ui.table} ${styles.sumTable}`}>
            <thead className="u-muted u-small">
              <tr>
                <th scope="col">{TABS.find(({ key }) => key === by)?.label}</th>
                <th scope="col">Fees</th>
                <th scope="col">Credits</th>
              </tr>
            </thead>
            <tbody>
              {data.sums.map((sum) => (
                <tr key={sum.key}>
                  <th scope="row" className="u-break">
                    {nameOf(by, sum)}
                  </th>
                  <td>{formatNumber(sum.fees)}</td>
                  <td>{formatNumber(sum.credits)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr className="u-strong">
                <th scope="row" className="u-strong">
                  All{data.left_out > 0 && `, with ${counted(data.left_out, 'other')}`}
                </th>
                <td />
                <td>{formatNumber(data.credits)}</td>
              </tr>
            </tfoot>
          </table>
        )}
      </div>
    </section>
  );
}

const dayOf = ({ created_at }: CreditTransaction): string => dayjs(created_at).format('YYYY-MM-DD');

export function TransactionList({ transactions }: { readonly transactions: readonly CreditTransaction[] }) {
  const [showsAll, setShowsAll] = useUiState('allTransactions', false);
  const { data: spending } = useListSpendingQuery({ by: 'day', time_zone: browserTimeZone() });
  if (transactions.length === 0) return <EmptyState>No transactions yet</EmptyState>;
  const shown = showsAll ? transactions : transactions.slice(0, TRANSACTIONS_SHOWN);
  return (
    <>
      {[...groupBy(shown, dayOf)].map(([day, ofDay]) => (
        <div key={day}>
          <DayHeading day={day} sum={spending?.sums.find(({ key }) => key === day)} />
          <ul className="u-card u-flush" style={{ padding: '0 16px', listStyle: 'none' }}>
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
