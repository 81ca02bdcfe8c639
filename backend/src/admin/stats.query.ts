import { POSTING_STATUSES, type PostingStatus } from '@flyerdeck/contracts';
import { statement } from '../database/statement.ts';
import { nextUpSql, taskStatusSql } from '../queue/line.ts';

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

export type AssistantFactsRow = {
  deleted: boolean;
  queued: boolean;
  paused: boolean;
  is_next: boolean;
  switch_on: boolean;
  pending: number;
  posting: number;
  posted: number;
  completed: number;
  failed: number;
};
export type AssistantKindRow = AssistantFactsRow & { count: number };

export type WorkRow = {
  tasks: StatusCountRow[];
  assistants: AssistantKindRow[];
  /** Duplicates too. */
  postings: StatusCountRow[];
};

const columnsOf = (column: (status: PostingStatus) => string) => POSTING_STATUSES.map(column).join(', ');

/**
 * Tasks, assistants and postings by status. Tasks carry the counts of their original postings, so of a million postings only
 * the duplicates are looked at, in an index of their own.
 *
 * Assistants are counted by the facts their status is derived from. A status asks only whether there are postings of a kind,
 * so each kind is 0 or 1 here and a million assistants are a few dozen kinds.
 */
export const countWork = statement<WorkRow, []>(
  'admin_work',
  // Any user's id, so the next tasks of everybody's assistants.
  `WITH ${nextUpSql('u.id')},
   task_counts AS (
     SELECT ${taskStatusSql('t', 't.owner_id')} AS status, count(*)::int AS count FROM tasks t GROUP BY 1
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
     SELECT a.deleted_at IS NOT NULL AS deleted, a.queued_at IS NOT NULL AS queued, a.pause_reason IS NOT NULL AS paused,
       a.id IN (SELECT assistant_id FROM next_up) AS is_next,
       a.owner_id IN (SELECT id FROM users WHERE is_posting_active) AS switch_on,
       ${columnsOf((status) => `(coalesce(b.${status}, 0) > 0)::int AS ${status}`)}, count(*)::int AS count
     FROM assistants a LEFT JOIN batches b ON b.assistant_id = a.id
     GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
   )
   SELECT (SELECT coalesce(json_agg(c), '[]') FROM task_counts c) AS tasks,
     (SELECT coalesce(json_agg(c), '[]') FROM assistant_counts c) AS assistants,
     (SELECT json_agg(c) FROM posting_counts c) AS postings`,
);
