import type { CalendarPosting } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { counted } from '../../../lib/numbers.ts';
import { pageName } from '../../../lib/pages.ts';
import { PostingList } from './PostingList.tsx';
import styles from './plan.module.css';
import { unplannedWords } from './planWords.ts';
import type { Plan } from './usePlan.ts';

/** Further postings of a page are in a dialog, so that the list has few elements. */
const POSTINGS_SHOWN = 8;

interface PlanListProps extends Plan {
  onOpen(title: string, postings: readonly CalendarPosting[]): void;
}

/** The postings of each page. */
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
