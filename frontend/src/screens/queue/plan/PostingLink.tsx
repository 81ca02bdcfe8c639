import type { CalendarPosting, CalendarTask } from '@flyerdeck/contracts/types';
import { Link, useLocation } from 'react-router-dom';
import { formatWeekdayDateTime } from '../../../lib/formatDate.ts';
import { FlyerThumb } from './FlyerThumb.tsx';
import styles from './plan.module.css';
import { flyerWords, PLAN_KIND_LABELS, planKind } from './planWords.ts';
import { useNow } from './usePlan.ts';

interface PostingLinkProps {
  readonly posting: CalendarPosting;
  readonly task: CalendarTask | undefined;
}

/** A posting with its time. Opens the details of its flyer, with this posting first. */
export function PostingLink({ posting, task }: PostingLinkProps) {
  const { pathname, search } = useLocation();
  const kind = planKind(posting, useNow());
  return (
    <Link
      className={styles.posting}
      to={`/tasks/${posting.task_id}`}
      state={{ back: `${pathname}${search}`, postingId: posting.id }}
    >
      {task?.file_id ? <FlyerThumb fileId={task.file_id} /> : <span className={styles.thumb} />}
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
  );
}
