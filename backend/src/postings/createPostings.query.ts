import type { PostingRules } from '@flyerdeck/contracts';
import { type Db, oneRow, sql } from '../database/statement.ts';
import { targetedPagesSql } from './targets.query.ts';
import { lowerCased } from './targets.ts';

/** Creates one pending posting for each of the flyers $5 (JSON) on each page that the targets $3 and $4 match. */
const insertOriginals = sql<
  { made: number },
  [
    ownerId: string,
    assistantId: string,
    targetPages: readonly string[],
    targetTags: readonly string[],
    flyers: string,
    gapHours: number,
    queuedAt: Date,
  ]
>(
  `WITH made AS (
    INSERT INTO page_postings
      (owner_id, assistant_id, task_id, page_guid, queued_at, sequence_order, run_index, delay_hours, gap_hours)
    SELECT $1, $2, t.id, p.guid, $7, t.sequence_order, flyer.run_index, flyer.delay_hours, $6
    FROM json_to_recordset($5) AS flyer (task_id uuid, run_index int, delay_hours int)
    JOIN tasks t ON t.id = flyer.task_id
    CROSS JOIN ${targetedPagesSql('$1', '$3', '$4')} p
    RETURNING 1
  )
  SELECT count(*)::int AS made FROM made`,
);

/** Creates a duplicate of each of the tasks' postings, $2 hours later. */
const insertDuplicates = sql<{ made: number }, [taskIds: readonly string[], hoursLater: number]>(
  `WITH made AS (
    INSERT INTO page_postings
      (owner_id, assistant_id, task_id, page_guid, queued_at, sequence_order, run_index, delay_hours, gap_hours, is_duplicate, duplicate_of)
    SELECT owner_id, assistant_id, task_id, page_guid, queued_at, sequence_order, run_index, delay_hours + $2, gap_hours, true, id
    FROM page_postings WHERE task_id = ANY ($1::uuid[]) AND NOT is_duplicate
    RETURNING 1
  )
  SELECT count(*)::int AS made FROM made`,
);

const countPendingOfTasks = sql<never, [taskIds: readonly string[]]>(
  `UPDATE tasks t SET pending_count = n.pending, updated_at = now()
   FROM (
     SELECT task_id, count(*)::int AS pending FROM page_postings
     WHERE task_id = ANY ($1::uuid[]) AND NOT is_duplicate GROUP BY task_id
   ) n
   WHERE t.id = n.task_id`,
);

/** The columns of a flyer's postings that depend on the flyer's position. */
export interface FlyerPlan {
  readonly task_id: string;
  readonly run_index: number;
  readonly delay_hours: number;
}

/**
 * Creates the pending postings of an assistant that is being queued: one for each flyer and matched page, and a later duplicate
 * of each if flyers are republished. Uses at most three statements. Returns the number of postings.
 */
export async function createPostings(
  db: Db,
  { id, ownerId, postingRules: rules }: { id: string; ownerId: string; postingRules: PostingRules },
  flyers: readonly FlyerPlan[],
  queuedAt: Date,
): Promise<number> {
  const { made: originals } = await oneRow(
    insertOriginals(db, [
      ownerId,
      id,
      rules.target_pages,
      lowerCased(rules.target_tags),
      JSON.stringify(flyers),
      rules.delay_between_tasks_hours,
      queuedAt,
    ]),
  );
  const taskIds = flyers.map((flyer) => flyer.task_id);
  const later = rules.duplication_time_hours;
  const duplicates = later > 0 ? (await oneRow(insertDuplicates(db, [taskIds, later]))).made : 0;
  await countPendingOfTasks(db, [taskIds]);
  return originals + duplicates;
}
