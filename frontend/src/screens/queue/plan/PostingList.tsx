import type { CalendarPosting, CalendarTask } from '@flyerdeck/contracts/types';
import { Link, useLocation } from 'react-router-dom';
import { formatWeekdayDateTime } from '../../../lib/formatDate.ts';
import styles from './plan.module.css';
import { flyerWords, PLAN_KIND_LABELS, planKind } from './planWords.ts';
import { useNow } from './usePlan.ts';

export const FlyerThumb = ({ fileId }: { readonly fileId: string | null | undefined }) =>
  fileId ? (
    <img className={styles.thumb} src={`/api/get_image/${fileId}?w=80`} alt="" loading="lazy" decoding="async" />
  ) : (
    <span className={styles.thumb} />
  );

/** The link to the details of a posting's flyer, with this posting first. */
export function useTaskLink() {
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

/** Postings with their times, as links to their flyers. */
export function PostingList({ label, postings, tasks, className = '' }: PostingListProps) {
  const nowMs = useNow();
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
