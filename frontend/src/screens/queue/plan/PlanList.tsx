import type { CalendarPosting, CalendarTask } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { Link, useLocation } from 'react-router-dom';
import { formatWeekdayDateTime } from '../../../lib/formatDate.ts';
import { counted } from '../../../lib/numbers.ts';
import { pageName } from '../../../lib/pages.ts';
import styles from './plan.module.css';
import { flyerWords, PLAN_KIND_LABELS, planKind, unplannedWords } from './planWords.ts';
import { type Plan, useNow } from './usePlan.ts';

export const FlyerThumb = ({ fileId }: { readonly fileId: string | null | undefined }) =>
  fileId ? (
    <img className={styles.thumb} src={`/api/get_image/${fileId}?w=80`} alt="" loading="lazy" decoding="async" />
  ) : (
    <span className={styles.thumb} />
  );

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
