import { sql } from '../database/statement.ts';
import { targetedPagesSql } from './targets.query.ts';

/** One pending posting for each of the flyers $5 and each page that the targets $3 and $4 match. */
export const insertOriginals = sql<
  { made: number },
  [
    ownerId: string,
    assistantId: string,
    targetPages: readonly string[],
    targetTags: readonly string[],
    taskIds: readonly string[],
    runs: readonly number[],
    delayHours: readonly number[],
    gapHours: number,
    queuedAt: Date,
  ]
>(
  `WITH made AS (
    INSERT INTO page_postings
      (owner_id, assistant_id, task_id, page_guid, queued_at, sequence_order, run_index, delay_hours, gap_hours)
    SELECT $1, $2, t.id, p.guid, $9, t.sequence_order, plan.run_index, plan.delay_hours, $8
    FROM unnest($5::uuid[], $6::int[], $7::int[]) AS plan (task_id, run_index, delay_hours)
    JOIN tasks t ON t.id = plan.task_id
    CROSS JOIN pages p
    WHERE ${targetedPagesSql('$1', '$3', '$4')}
    RETURNING 1
  )
  SELECT count(*)::int AS made FROM made`,
);

/** One more for each of the tasks' postings, $2 hours later. */
export const insertDuplicates = sql<{ made: number }, [taskIds: readonly string[], hoursLater: number]>(
  `WITH made AS (
    INSERT INTO page_postings
      (owner_id, assistant_id, task_id, page_guid, queued_at, sequence_order, run_index, delay_hours, gap_hours, is_duplicate, duplicate_of)
    SELECT owner_id, assistant_id, task_id, page_guid, queued_at, sequence_order, run_index, delay_hours + $2, gap_hours, true, id
    FROM page_postings WHERE task_id = ANY ($1::uuid[]) AND NOT is_duplicate
    RETURNING 1
  )
  SELECT count(*)::int AS made FROM made`,
);

export const countPendingOfTasks = sql<never, [taskIds: readonly string[]]>(
  `UPDATE tasks t SET pending_count = n.pending, updated_at = now()
   FROM (
     SELECT task_id, count(*)::int AS pending FROM page_postings
     WHERE task_id = ANY ($1::uuid[]) AND NOT is_duplicate GROUP BY task_id
   ) n
   WHERE t.id = n.task_id`,
);
