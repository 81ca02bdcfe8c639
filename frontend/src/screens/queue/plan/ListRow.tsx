import { Button } from 'antd';
import { memo } from 'react';
import { counted } from '../../../lib/numbers.ts';
import { pageName } from '../../../lib/pages.ts';
import type { PlanRowProps } from './PlanRows.tsx';
import { PostingLink } from './PostingLink.tsx';
import styles from './plan.module.css';
import { unplannedWords } from './planWords.ts';

/** Further postings of a page are in a dialog, so that the list has few elements. */
const POSTINGS_SHOWN = 8;

export const ListRow = memo(function ListRow({ page, planned, tasks, range, onOpen }: PlanRowProps) {
  const name = pageName(page);
  const postings = planned?.postings ?? [];
  const note = planned && unplannedWords(planned, range);
  const further = postings.length - POSTINGS_SHOWN;
  return (
    <section className={styles.listRow} aria-label={name} aria-busy={planned === null}>
      <h3 className="u-flush u-ellipsis u-size14 u-strong">{name}</h3>
      {planned === null && <p className="u-muted u-fine u-flush">Loading...</p>}
      {planned !== null && postings.length === 0 && note === null && (
        <p className="u-muted u-fine u-flush">No posts in this time.</p>
      )}
      {postings.length > 0 && (
        <ul className="u-list" aria-label={`Posts of ${name}`}>
          {postings.slice(0, POSTINGS_SHOWN).map((posting) => (
            <li key={posting.id}>
              <PostingLink posting={posting} task={tasks.get(posting.task_id)} />
            </li>
          ))}
        </ul>
      )}
      {further > 0 && (
        <Button type="link" onClick={() => onOpen(name, postings)}>
          Show all {postings.length}
        </Button>
      )}
      {planned !== null && planned.left_out > 0 && (
        <p className="u-muted u-fine u-flush">{counted(planned.left_out, 'further post')} in this time.</p>
      )}
      {note && <p className="u-muted u-fine u-flush">{note}</p>}
    </section>
  );
});
