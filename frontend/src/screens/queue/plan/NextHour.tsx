import type { NextPost } from '@flyerdeck/contracts/types';
import { Link } from 'react-router-dom';
import { useQueueStatusQuery } from '../../../data/queue/queueApi.ts';
import { formatTime } from '../../../lib/formatDate.ts';
import { counted, formatNumber } from '../../../lib/numbers.ts';
import { pageName } from '../../../lib/pages.ts';
import { FlyerThumb, useTaskLink } from './PlanList.tsx';
import styles from './plan.module.css';
import { flyerWords } from './planWords.ts';
import { type Plan, useNow } from './usePlan.ts';

const MINUTE_MS = 60_000;

export function NextHour({ next: plan, byGuid, tasks, failure }: Plan) {
  const { data: status } = useQueueStatusQuery();
  const nowMs = useNow();
  const linkTo = useTaskLink();
  const total = plan ? plan.next.length + plan.next_left_out : 0;
  const timeOf = ({ status, at }: NextPost) => {
    if (at === null) return 'Once online';
    return status === 'posting' || Date.parse(at) < nowMs + MINUTE_MS ? 'Now' : formatTime(at);
  };
  return (
    <section aria-label="Next hour" aria-busy={!plan && !failure} className={`u-card ${styles.next}`}>
      <h3 className="u-title">
        Next hour{' '}
        <span className="u-muted u-fine u-tabular">
          {total > 0 && counted(total, 'post')}
          {status?.is_posting_active === false && total > 0 && ', once posting is started'}
        </span>
      </h3>
      {plan && total === 0 && <p className="u-muted u-flush">Nothing goes out in the next hour.</p>}
      {plan && total > 0 && (
        <ul className={`u-list u-line u-gap8 ${styles.nextPosts}`} aria-label="Posts of the next hour">
          {plan.next.map((post) => {
            const task = tasks.get(post.task_id);
            const page = byGuid.get(post.page_guid);
            return (
              <li key={post.id} className={styles.nextPost}>
                <Link className={`u-line u-gap8 ${styles.nextLink}`} title={flyerWords(task)} {...linkTo(post)}>
                  <FlyerThumb fileId={task?.file_id} />
                  <span className="u-shrink">
                    <time className="u-strong u-tabular" dateTime={post.at ?? undefined}>
                      {timeOf(post)}
                    </time>
                    <span className={`u-ellipsis u-muted u-small ${styles.nextPage}`}>
                      {page ? pageName(page) : 'Page'}
                    </span>
                  </span>
                </Link>
              </li>
            );
          })}
          {plan.next_left_out > 0 && (
            <li className="u-muted u-small u-nowrap">and {formatNumber(plan.next_left_out)} more</li>
          )}
        </ul>
      )}
    </section>
  );
}
