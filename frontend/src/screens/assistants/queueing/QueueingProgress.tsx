import type { Assistant } from '@flyerdeck/contracts/types';
import { useId } from 'react';
import fields from '../../../ui/fields.module.css';

/** How many postings a large Add to Queue has added so far. */
export function QueueingProgress({ added, postings }: NonNullable<Assistant['queueing']>) {
  const labelId = useId();
  return (
    <div className="u-grid u-gap8">
      <progress aria-labelledby={labelId} value={added} max={postings} style={{ width: '100%' }} />
      <span id={labelId} className={`u-tabular ${fields.hint}`}>
        {added.toLocaleString()} of {postings.toLocaleString()} postings are in the queue. Posting starts when all are.
      </span>
    </div>
  );
}
