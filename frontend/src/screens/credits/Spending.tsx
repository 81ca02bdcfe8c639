import type { SpendingSum } from '@flyerdeck/contracts/types';
import { SPENDING_DAYS, type SpendingBy } from '@flyerdeck/contracts/values/credits';
import { useId } from 'react';
import { failureSentence } from '../../data/apiError.ts';
import { useListSpendingQuery } from '../../data/credits/creditSumsApi.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { formatDate } from '../../lib/formatDate.ts';
import { browserTimeZone } from '../../lib/hourClock.ts';
import { counted, formatNumber } from '../../lib/numbers.ts';
import { ErrorAlert, Skeleton } from '../../ui/notices.tsx';
import { TabBar, tabIds } from '../../ui/TabBar.tsx';
import styles from './credits.module.css';

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

/** The posting fees of the last days, summed up. */
export function Spending() {
  const titleId = useId();
  const tabsId = useId();
  const [by, setBy] = useUiState<SpendingBy>('spendingBy', 'day');
  const query = useListSpendingQuery({ by, time_zone: browserTimeZone() });
  const { currentData: data, error, isFetching, refetch } = query;
  const failure = failureSentence(error, 'Failed to load the spending');
  const ids = tabIds(tabsId, by);
  return (
    <section className="u-card u-padded u-stack u-gap8" aria-labelledby={titleId}>
      <div className="u-row u-spread u-gap8">
        <h2 id={titleId} className="u-title">
          Spent in {SPENDING_DAYS} days
        </h2>
        <TabBar<SpendingBy> id={tabsId} label="Sums by" tabs={TABS} active={by} onSelect={setBy} />
      </div>
      <div id={ids.panel} role="tabpanel" aria-labelledby={ids.tab} className={styles.scroller}>
        {failure && <ErrorAlert message={failure} onRetry={refetch} />}
        {!data && isFetching && <Skeleton label="Loading the spending" rows={1} rowHeightPx={140} />}
        {data && data.sums.length === 0 && <p className="u-muted u-flush">No posting fees.</p>}
        {data && data.sums.length > 0 && (
          <table className={`u-full u-tabular ${styles.sumTable}`}>
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
