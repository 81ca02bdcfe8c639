import { POSTED_STATUSES, QUEUE_TAB_STATUSES, type QueueInfo, type QueueStatus } from '@flyerdeck/contracts';
import { sql, statement } from '../../database/statement.ts';

const countOf = (statuses: readonly string[]) =>
  `(count(*) FILTER (WHERE status IN (${statuses.map((status) => `'${status}'`).join(', ')})))::int`;

export const countQueue = statement<QueueInfo, [string]>(
  `WITH next_up AS MATERIALIZED (SELECT task_id FROM next_tasks WHERE owner_id = $1)
   SELECT ${countOf(QUEUE_TAB_STATUSES.queue)} AS queue_count, ${countOf(QUEUE_TAB_STATUSES.completed)} AS completed_count,
     ${countOf(QUEUE_TAB_STATUSES.failed)} AS failed_count, ${countOf(QUEUE_TAB_STATUSES.in_progress)} AS in_progress_count,
     ${countOf(POSTED_STATUSES)} AS posted_count
   FROM (
     SELECT status_now(t.stored_status, t.posting_count, t.id IN (SELECT task_id FROM next_up),
       (SELECT is_posting_active FROM users WHERE id = $1)) AS status
     FROM tasks t WHERE t.owner_id = $1 AND t.stored_status <> 'archived'
   ) s`,
);

export const findQueueStatus = statement<QueueStatus, [string]>(
  `SELECT u.is_posting_active, (
     SELECT p.task_id FROM in_flight f JOIN page_postings p ON p.id = f.posting_id
     WHERE f.owner_id = $1 ORDER BY f.claimed_at DESC LIMIT 1
   ) AS current_task_id
   FROM users u WHERE u.id = $1`,
);

/** Postings in flight finish in any case, because only claims check the switch. */
export const switchPosting = sql<never, [userId: string, on: boolean]>(
  // Without a change the time stays: the sweep of offline pages counts from posting_switched_at.
  `UPDATE users SET is_posting_active = $2, posting_switched_at = now() WHERE id = $1 AND is_posting_active <> $2 AND erased_at IS NULL`,
);
