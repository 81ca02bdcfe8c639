import type { DetailedPosting } from '@flyerdeck/contracts/types';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { errorText } from './errorText.ts';
import styles from './PostingDetail.module.css';
import { detailId } from './PostingToggle.tsx';
import { StatusTimes } from './StatusTimes.tsx';
import { TransitionsTimeline } from './TransitionsTimeline.tsx';

const PICTURE_PX = 160;

/** Everything that is known of one posting (spec section 2, 'Admin detailed postings'). */
export function PostingDetail({ posting }: { readonly posting: DetailedPosting }) {
  const { performance_summary: summary, performance_metrics: metrics } = posting;
  const failure = errorText(posting.errorMessage);
  const facts: readonly (readonly [name: string, value: string])[] = [
    ['ID', posting.id],
    ['User ID', posting.userId],
    ['GUID', posting.guid],
    ['File ID', posting.file_id ?? 'N/A'],
    ['Delay Hours', String(posting.delay_hours)],
    ['Retries', String(posting.retry_count)],
    ['Bottleneck Status', summary.bottleneck_status ?? 'N/A'],
    ['Transitions', String(metrics.status_transitions.length)],
    ['Start Time', timeOf(summary.first_pending_at)],
    ['Completion Time', timeOf(summary.final_completion_at)],
  ];
  return (
    <section id={detailId(posting.id)} aria-label="Posting details" className={styles.detail}>
      {posting.file_id && (
        <img
          className={styles.picture}
          src={`/api/get_image/${posting.file_id}?w=${PICTURE_PX * 2}`}
          alt="Flyer"
          width={PICTURE_PX}
          height={PICTURE_PX}
          loading="lazy"
          decoding="async"
        />
      )}
      <div className={styles.facts}>
        <p className={styles.text}>{posting.task_description || 'No description'}</p>
        <dl className={styles.list}>
          {facts.map(([name, value]) => (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd>{name === 'User ID' ? <Link to={`/admin/users/${value}`}>{value}</Link> : value}</dd>
            </div>
          ))}
        </dl>
        {failure && <ErrorAlert message={failure} />}
      </div>
      <StatusTimes durations={posting.status_durations} />
      <TransitionsTimeline transitions={metrics.status_transitions} />
    </section>
  );
}

const timeOf = (at: string | null): string => (at ? formatDateTime(at) : 'N/A');
