import type { CreditOutlook } from '@flyerdeck/contracts/types';
import { CREDIT_OUTLOOK_DAYS } from '@flyerdeck/contracts/values/credits';
import dayjs from 'dayjs';
import { useId } from 'react';
import { failureSentence } from '../../data/apiError.ts';
import { useGetCreditOutlookQuery } from '../../data/credits/creditSumsApi.ts';
import { formatDateTime } from '../../lib/formatDate.ts';
import { browserTimeZone } from '../../lib/hourClock.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { ErrorAlert, Skeleton } from '../../ui/notices.tsx';
import styles from './credits.module.css';

/** What the next days will cost by the plan of the queue, and when the balance ends. */
export function Outlook() {
  const titleId = useId();
  const { data, error, isLoading, refetch } = useGetCreditOutlookQuery({ time_zone: browserTimeZone() });
  const failure = failureSentence(error, 'Failed to load the outlook');
  return (
    <section className="u-card u-padded u-stack u-gap12" aria-labelledby={titleId}>
      <h2 id={titleId} className="u-title">
        Next {CREDIT_OUTLOOK_DAYS} days
      </h2>
      {isLoading && <Skeleton label="Loading the outlook" rows={1} rowHeightPx={140} />}
      {failure && <ErrorAlert message={failure} onRetry={refetch} />}
      {data && <Days outlook={data} />}
    </section>
  );
}

function Days({ outlook: { credits, days, ends_at, after } }: { readonly outlook: CreditOutlook }) {
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
        <p className="u-muted u-flush">The balance lasts.</p>
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
