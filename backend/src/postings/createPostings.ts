import type { PostingRules } from '@flyerdeck/contracts';
import type { EntityManager } from 'typeorm';
import { lowerCased, targetedPagesSql } from './targets.ts';

export interface FlyerPlan {
  readonly taskId: string;
  readonly runIndex: number;
  readonly delayHours: number;
}

/** $1 owner, $2 assistant, $3 target pages, $4 target tags, $5 tasks, $6 runs, $7 delays, $8 gap, $9 queued_at. */
const originalsSql = `INSERT INTO page_postings
    (owner_id, assistant_id, task_id, page_guid, queued_at, sequence_order, run_index, delay_hours, gap_hours)
  SELECT $1, $2, t.id, p.guid, $9, t.sequence_order, plan.run_index, plan.delay_hours, $8
  FROM unnest($5::uuid[], $6::int[], $7::int[]) AS plan (task_id, run_index, delay_hours)
  JOIN tasks t ON t.id = plan.task_id
  CROSS JOIN pages p
  WHERE ${targetedPagesSql('$1', '$3', '$4')}`;

/** $1 tasks, $2 hours later. */
const duplicatesSql = `INSERT INTO page_postings
    (owner_id, assistant_id, task_id, page_guid, queued_at, sequence_order, run_index, delay_hours, gap_hours, is_duplicate, duplicate_of)
  SELECT owner_id, assistant_id, task_id, page_guid, queued_at, sequence_order, run_index, delay_hours + $2, gap_hours, true, id
  FROM page_postings WHERE task_id = ANY ($1::uuid[]) AND NOT is_duplicate`;

const countsSql = `UPDATE tasks t SET pending_count = n.pending, updated_at = now()
  FROM (SELECT task_id, count(*)::int AS pending FROM page_postings WHERE task_id = ANY ($1::uuid[]) AND NOT is_duplicate GROUP BY task_id) n
  WHERE t.id = n.task_id`;

/**
 * The pending postings of an assistant that is being queued: one for each flyer and matched page, and one more, later, where
 * flyers are republished. Three statements at most, however many rows. Answers how many were made.
 */
export async function createPostings(
  manager: EntityManager,
  assistant: { readonly id: string; readonly ownerId: string; readonly queuedAt: Date },
  rules: PostingRules,
  flyers: readonly FlyerPlan[],
): Promise<number> {
  const count = async (sql: string, values: unknown[]) => {
    const rows: { made: number }[] = await manager.query(
      `WITH made AS (${sql} RETURNING 1) SELECT count(*)::int AS made FROM made`,
      values,
    );
    return rows[0]?.made ?? 0;
  };
  const taskIds = flyers.map((flyer) => flyer.taskId);
  const originals = await count(originalsSql, [
    assistant.ownerId,
    assistant.id,
    rules.target_pages,
    lowerCased(rules.target_tags),
    taskIds,
    flyers.map((flyer) => flyer.runIndex),
    flyers.map((flyer) => flyer.delayHours),
    rules.delay_between_tasks_hours,
    assistant.queuedAt,
  ]);
  const duplicates =
    rules.duplication_time_hours > 0 ? await count(duplicatesSql, [taskIds, rules.duplication_time_hours]) : 0;
  await manager.query(countsSql, [taskIds]);
  return originals + duplicates;
}
