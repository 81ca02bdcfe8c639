import type { UserActivity } from '@flyerdeck/contracts/types';
import { formatNumber } from '../../../lib/formatTotal.ts';
import styles from './ActivitySummary.module.css';
import card from './card.module.css';

const COUNTS = [
  ['Pages', 'pages_count'],
  ['Tasks', 'tasks_count'],
  ['Assistants', 'assistants_count'],
  ['Page Postings', 'page_postings_count'],
] as const;

export function ActivitySummary({ activity }: { readonly activity: UserActivity }) {
  return (
    <section className={card.card} aria-labelledby="activity-summary">
      <h2 id="activity-summary" className={card.title}>
        Activity Summary
      </h2>
      <dl className={styles.counts}>
        {COUNTS.map(([label, field]) => (
          <div key={field} className={styles.count}>
            <dt>{label}</dt>
            <dd>{formatNumber(activity[field])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
