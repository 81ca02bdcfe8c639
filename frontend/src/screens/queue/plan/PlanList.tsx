import type { CalendarPosting, CalendarTask, NextPost } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { Link, useLocation } from 'react-router-dom';
import { useQueueStatusQuery } from '../../../data/queue/queueApi.ts';
import { formatTime, formatWeekdayDateTime } from '../../../lib/formatDate.ts';
import { counted, formatNumber } from '../../../lib/numbers.ts';
import { pageName } from '../../../lib/pages.ts';
import { useMinute } from '../../../ui/RelativeTime.tsx';
import styles from './plan.module.css';
import { flyerWords, PLAN_KIND_LABELS, planKind, unplannedWords } from './planRange.ts';
import type { Plan } from './usePlan.ts';

export const FlyerThumb = ({ fileId }: { readonly fileId: string | null | undefined }) =>
  fileId ? (
    <img className={styles.thumb} src={`/api/get_image/${fileId}?w=80`} alt="" loading="lazy" decoding="async" />
  ) : (
    <span className={styles.thumb} />
  );

function useTaskLink() {
  const { pathname, search } = useLocation();
  return ({ id, task_id }: { readonly id: string; readonly task_id: string }) => ({
    to: `/tasks/${task_id}`,
    state: { back: `${pathname}${search}`, postingId: id },
  });
}

interface PostingListProps {
  readonly label: string;
  readonly postings: readonly CalendarPosting[];
  readonly tasks: ReadonlyMap<string, CalendarTask>;
  readonly className?: string | undefined;
}

export function PostingList({ label, postings, tasks, className = '' }: PostingListProps) {
  const nowMs = useMinute();
  const linkTo = useTaskLink();
  return (
    <ul className={`u-list ${className}`} aria-label={label}>
      {postings.map((posting) => {
        const task = tasks.get(posting.task_id);
        const kind = planKind(posting, nowMs);
        return (
          <li key={posting.id}>
            <Link className={styles.posting} {...linkTo(posting)}>
              <FlyerThumb fileId={task?.file_id} />
              <time className="u-tabular" dateTime={posting.at}>
                {formatWeekdayDateTime(posting.at)}
              </time>
              <span className={`u-medium ${styles.kind}`} data-kind={kind}>
                {PLAN_KIND_LABELS[kind]}
              </span>
              <span className="u-ellipsis">
                {flyerWords(task)}
                {posting.is_duplicate && ' (repeat)'}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** Further postings of a page are in a dialog, so that the list has few elements. */
const POSTINGS_SHOWN = 8;

interface PlanListProps extends Plan {
  onOpen(title: string, postings: readonly CalendarPosting[]): void;
}

export const PlanList = ({ planned, byGuid, tasks, range, onOpen }: PlanListProps) => (
  <div className="u-card">
    {planned?.pages.map((page) => {
      const { page_guid, postings, left_out } = page;
      const linked = byGuid.get(page_guid);
      const name = linked ? pageName(linked) : 'Page';
      const note = unplannedWords(page, range);
      return (
        <section key={page_guid} className={styles.listRow} aria-label={name}>
          <h3 className="u-flush u-ellipsis u-size14 u-strong">{name}</h3>
          {postings.length === 0 && note === null && <p className="u-muted u-fine u-flush">No posts in this time.</p>}
          {postings.length > 0 && (
            <PostingList label={`Posts of ${name}`} postings={postings.slice(0, POSTINGS_SHOWN)} tasks={tasks} />
          )}
          {postings.length > POSTINGS_SHOWN && (
            <Button type="link" onClick={() => onOpen(name, postings)}>
              Show all {postings.length}
            </Button>
          )}
          {left_out > 0 && <p className="u-muted u-fine u-flush">{counted(left_out, 'further post')} in this time.</p>}
          {note && <p className="u-muted u-fine u-flush">{note}</p>}
        </section>
      );
    })}
  </div>
);

const MINUTE_MS = 60_000;

export function NextHour({ next: plan, byGuid, tasks, failure }: Plan) {
  const { data: status } = useQueueStatusQuery();
  const nowMs = useMinute();
  const linkTo = useTaskLink();
  const total = plan ? plan.next.length + plan.next_left_out : 0;
  const waiting = plan?.next_waiting ?? 0;
  const counts = [
    ...(total > waiting ? [counted(total - waiting, 'post')] : []),
    ...(waiting > 0 ? [`${formatNumber(waiting)} once online`] : []),
  ];
  const timeOf = ({ status, at }: NextPost) => {
    if (at === null) return 'Once online';
    return status === 'posting' || Date.parse(at) < nowMs + MINUTE_MS ? 'Now' : formatTime(at);
  };
  return (
    <section aria-label="Next hour" aria-busy={!plan && !failure} className={`u-card ${styles.next}`}>
      <h3 className="u-title">
        Next hour{' '}
        <span className="u-muted u-fine u-tabular">
          {counts.join(', ')}
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
              <li key={post.id} className="u-shrink" style={{ flex: '0 0 156px' }}>
                <Link className={`u-line u-gap8 ${styles.nextLink}`} title={flyerWords(task)} {...linkTo(post)}>
                  <FlyerThumb fileId={task?.file_id} />
                  <span className="u-shrink">
                    <time className="u-strong u-tabular" dateTime={post.at ?? undefined}>
                      {timeOf(post)}
                    </time>
                    <span className="u-ellipsis u-muted u-small" style={{ display: 'block' }}>
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
