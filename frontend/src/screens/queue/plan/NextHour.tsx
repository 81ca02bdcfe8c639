import type { NextPost } from '@flyerdeck/contracts/types';
import { useMemo } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useAppSelector } from '../../../app/hooks.ts';
import { failureSentence } from '../../../data/apiError.ts';
import type { Answer } from '../../../data/calls.ts';
import { selectAllPages } from '../../../data/pages/pagesSlice.ts';
import { useListNextPostsQuery, useQueueStatusQuery } from '../../../data/queue/queueApi.ts';
import { formatTime } from '../../../lib/formatDate.ts';
import { counted, formatNumber } from '../../../lib/numbers.ts';
import { pageName } from '../../../lib/pages.ts';
import { ErrorAlert } from '../../../ui/notices.tsx';
import { FlyerThumb } from './FlyerThumb.tsx';
import styles from './plan.module.css';
import { flyerWords } from './planWords.ts';
import { useNow } from './usePlan.ts';

/** The plan of all pages takes a second, so no hint of the server fetches it again. */
const RELOAD_MS = 60_000;
const MINUTE_MS = 60_000;

/** What goes out next over all pages. */
export function NextHour() {
  const { data, error, refetch } = useListNextPostsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: RELOAD_MS,
    skipPollingIfUnfocused: true,
  });
  const { data: status } = useQueueStatusQuery();
  const failure = failureSentence(error, 'Failed to fetch the next hour.');
  const total = (data?.posts.length ?? 0) + (data?.left_out ?? 0);
  return (
    <section aria-label="Next hour" aria-busy={!data && !failure} className={`u-card ${styles.next}`}>
      <h3 className="u-title">
        Next hour{' '}
        <span className="u-muted u-fine u-tabular">
          {total > 0 && counted(total, 'post')}
          {status?.is_posting_active === false && total > 0 && ', once posting is started'}
        </span>
      </h3>
      {failure && <ErrorAlert message={failure} onRetry={refetch} />}
      {data && total === 0 && <p className="u-muted u-flush">Nothing goes out in the next hour.</p>}
      {data && total > 0 && <NextPosts {...data} />}
    </section>
  );
}

function NextPosts({ posts, left_out, tasks }: Answer<'listNextPosts'>) {
  const { pathname, search } = useLocation();
  const nowMs = useNow();
  const pages = useAppSelector(selectAllPages);
  const nameOf = useMemo(() => new Map(pages.map((page) => [page.guid, pageName(page)])), [pages]);
  const taskOf = useMemo(() => new Map(tasks.map((task) => [task.id, task])), [tasks]);
  const timeOf = ({ status, at }: NextPost) => {
    if (at === null) return 'Once online';
    return status === 'posting' || Date.parse(at) < nowMs + MINUTE_MS ? 'Now' : formatTime(at);
  };
  return (
    <ul className={`u-list u-line u-gap8 ${styles.nextPosts}`} aria-label="Posts of the next hour">
      {posts.map((post) => {
        const task = taskOf.get(post.task_id);
        return (
          <li key={post.id} className={styles.nextPost}>
            <Link
              className={`u-line u-gap8 ${styles.nextLink}`}
              to={`/tasks/${post.task_id}`}
              state={{ back: `${pathname}${search}`, postingId: post.id }}
              title={flyerWords(task)}
            >
              {task?.file_id ? <FlyerThumb fileId={task.file_id} /> : <span className={styles.thumb} />}
              <span className="u-shrink">
                <time className="u-strong u-tabular" dateTime={post.at ?? undefined}>
                  {timeOf(post)}
                </time>
                <span className={`u-ellipsis u-muted u-small ${styles.nextPage}`}>
                  {nameOf.get(post.page_guid) ?? 'Page'}
                </span>
              </span>
            </Link>
          </li>
        );
      })}
      {left_out > 0 && <li className="u-muted u-small u-nowrap">and {formatNumber(left_out)} more</li>}
    </ul>
  );
}
