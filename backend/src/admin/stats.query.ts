import { POSTING_STATUSES, type PostingStatus } from '@flyerdeck/contracts';
import { statement } from '../database/statement.ts';

export type TotalsRow = { users: number; active_users: number; new_users: number; pages: number };

/** The few who are the exception are counted by an index of their own. */
export const countTotals = statement<TotalsRow, []>(
  'admin_totals',
  `SELECT a.users, a.users - (SELECT count(*) FROM users WHERE NOT is_active)::int AS active_users,
     (SELECT count(*) FROM users WHERE created_at > now() - interval '7 days')::int AS new_users,
     (SELECT count(*) FROM pages WHERE unlinked_at IS NULL)::int AS pages
   FROM (SELECT count(*)::int AS users FROM users) a`,
);

export type StatusCountRow = { status: string; count: number };

export type WorkRow = {
  tasks: StatusCountRow[];
  assistants: StatusCountRow[];
  /** Duplicates too. */
  postings: StatusCountRow[];
};

const columnsOf = (column: (status: PostingStatus) => string) => POSTING_STATUSES.map(column).join(', ');

/**
 * Tasks, assistants and postings by status. Tasks carry the counts of their original postings, so of a million postings only
 * the duplicates are looked at, in an index of their own.
 */
export const countWork = statement<WorkRow, []>(
  'admin_work',
  `WITH next_up AS MATERIALIZED (SELECT task_id, assistant_id FROM next_tasks),
   task_counts AS (
     SELECT status_now(t.stored_status, t.posting_count, t.id IN (SELECT task_id FROM next_up),
       t.owner_id IN (SELECT id FROM users WHERE is_posting_active)) AS status, count(*)::int AS count
     FROM tasks t GROUP BY 1
   ),
   batches AS MATERIALIZED (
     SELECT assistant_id, ${columnsOf((status) => `sum(${status}_count)::int AS ${status}`)} FROM tasks GROUP BY assistant_id
   ),
   posting_counts AS (
     SELECT kind.status, (kind.originals + coalesce(d.duplicates, 0))::int AS count
     FROM (SELECT ${columnsOf((status) => `coalesce(sum(${status}), 0) AS ${status}`)} FROM batches) o
     CROSS JOIN LATERAL (VALUES ${columnsOf((status) => `('${status}', o.${status})`)}) AS kind (status, originals)
     LEFT JOIN (
       SELECT status, count(*) AS duplicates FROM page_postings WHERE is_duplicate GROUP BY status
     ) d ON d.status = kind.status
   ),
   assistant_counts AS (
     SELECT assistant_status(a.deleted_at, a.queued_at, a.pause_reason,
       ${columnsOf((status) => `coalesce(b.${status}, 0)`)}, a.id IN (SELECT assistant_id FROM next_up),
       a.owner_id IN (SELECT id FROM users WHERE is_posting_active)) AS status, count(*)::int AS count
     FROM assistants a LEFT JOIN batches b ON b.assistant_id = a.id GROUP BY 1
   )
   SELECT (SELECT coalesce(json_agg(c), '[]') FROM task_counts c) AS tasks,
     (SELECT coalesce(json_agg(c), '[]') FROM assistant_counts c) AS assistants,
     (SELECT json_agg(c) FROM posting_counts c) AS postings`,
);
