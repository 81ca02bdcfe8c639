import { CREDIT_OUTLOOK_DAYS, SPENDING_DAYS, type SpendingBy } from '@flyerdeck/contracts/credits.values';
import type { CreditOutlook, SpendingSum } from '@flyerdeck/contracts/types';
import dayjs from 'dayjs';
import { useId } from 'react';
import { useGetCreditOutlookQuery, useListSpendingQuery } from '../../data/credits/creditSumsApi.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { formatDate, formatDateTime } from '../../lib/formatDate.ts';
import { browserTimeZone } from '../../lib/hourClock.ts';
import { counted, formatNumber } from '../../lib/numbers.ts';
import { FailureAlert, Skeleton } from '../../ui/notices.tsx';
import { TabBar, tabIds } from '../../ui/TabBar.tsx';
import ui from '../../ui/ui.module.css';
import styles from './credits.module.css';
import { Entries } from './TransactionList.tsx';

/** With one more line than usual, so that nothing below moves when the days or a failure appear. */
const HEIGHT_PX = 294;

export function Outlook() {
  const titleId = useId();
  const { data, error, isLoading, refetch } = useGetCreditOutlookQuery({ time_zone: browserTimeZone() });
  return (
    <section
      className="u-card u-padded u-stack u-gap12"
      aria-labelledby={titleId}
      style={{ minHeight: HEIGHT_PX, alignContent: 'start' }}
    >
      <h2 id={titleId} className="u-title">
        Next {CREDIT_OUTLOOK_DAYS} days
      </h2>
      {isLoading && <Skeleton label="Loading the outlook" rows={1} rowHeightPx={200} />}
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
  const ids = tabIds(tabsId, by);
  return (
    <section className="u-card u-padded u-stack u-gap8" aria-labelledby={titleId}>
      <div className="u-row u-spread u-gap8">
        <h2 id={titleId} className="u-title">
          Spent in {SPENDING_DAYS} days
        </h2>
        <TabBar<SpendingBy> id={tabsId} label="Sums by" tabs={TABS} active={by} onSelect={setBy} />
      </div>
      <div
        id={ids.panel}
        role="tabpanel"
        aria-labelledby={ids.tab}
        style={{ maxHeight: 'max(264px, 60vh)', overflowY: 'auto' }}
      >
        <SpendingTable by={by} />
      </div>
    </section>
  );
}

interface SpendingTableProps {
  readonly by: SpendingBy;
  readonly day?: string;
}

function SpendingTable({ by, day }: SpendingTableProps) {
  const query = useListSpendingQuery({ by, time_zone: browserTimeZone(), day });
  const { currentData: data, error, isFetching, refetch } = query;
  return (
    <>
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
              <SumRows key={sum.key} by={by} sum={sum} {...(day && { day })} />
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
    </>
  );
}

/** A day opens into its assistants and pages, and these into their fees. */
function SumRows({ by, day, sum }: SpendingTableProps & { readonly sum: SpendingSum }) {
  const [isOpen, setIsOpen] = useUiState(`spending/${day ?? ''}/${by}/${sum.key}`, false);
  const filter = { ...(day && { day }), ...(by === 'page' ? { page_guid: sum.key } : { assistant_id: sum.key }) };
  return (
    <>
      <tr>
        <th scope="row" className="u-break">
          {sum.key ? (
            <button
              type="button"
              className={`u-bare ${styles.open}`}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {nameOf(by, sum)}
            </button>
          ) : (
            nameOf(by, sum)
          )}
        </th>
        <td>{formatNumber(sum.fees)}</td>
        <td>{formatNumber(sum.credits)}</td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={3}>
            {by === 'day' ? (
              <>
                <SpendingTable by="assistant" day={sum.key} />
                <SpendingTable by="page" day={sum.key} />
              </>
            ) : (
              <Entries filter={filter} />
            )}
          </td>
        </tr>
      )}
    </>
  );
}
