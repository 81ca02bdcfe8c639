import { statement } from '../database/statement.ts';
import { nextUpSql, switchOnSql, taskStatusSql } from '../queue/line.ts';

export type TotalsRow = { users: number; active_users: number; new_users: number; pages: number };

export const countTotals = statement<TotalsRow, []>(
  'admin_totals',
  `SELECT count(*)::int AS users, (count(*) FILTER (WHERE is_active))::int AS active_users,
     (count(*) FILTER (WHERE created_at > now() - interval '7 days'))::int AS new_users,
     (SELECT count(*) FROM pages WHERE unlinked_at IS NULL)::int AS pages
   FROM users`,
);

export type StatusCountRow = { status: string; count: number };

// Any user's id, so the heads of everybody's lines.
const nextUp = nextUpSql('u.id');

export const countTasksByStatus = statement<StatusCountRow, []>(
  'admin_tasks_by_status',
  `WITH ${nextUp}
   SELECT ${taskStatusSql('t', 't.owner_id')} AS status, count(*)::int AS count FROM tasks t GROUP BY 1`,
);

export const countPostingsByStatus = statement<StatusCountRow, []>(
  'admin_postings_by_status',
  'SELECT status, count(*)::int AS count FROM page_postings GROUP BY status',
);

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

/**
 * Assistants counted by the facts their status is derived from. A status asks only whether there are postings of a kind, so
 * each kind is 0 or 1 here and a million assistants are a few dozen rows.
 */
export const countAssistantsByFacts = statement<AssistantKindRow, []>(
  'admin_assistants_by_facts',
  `WITH ${nextUp},
   facts AS (
     SELECT a.deleted_at IS NOT NULL AS deleted, a.queued_at IS NOT NULL AS queued, a.pause_reason IS NOT NULL AS paused,
       a.id IN (SELECT assistant_id FROM next_up) AS is_next, ${switchOnSql('a.owner_id')} AS switch_on,
       (coalesce(sum(t.pending_count), 0) > 0)::int AS pending, (coalesce(sum(t.posting_count), 0) > 0)::int AS posting,
       (coalesce(sum(t.posted_count), 0) > 0)::int AS posted, (coalesce(sum(t.completed_count), 0) > 0)::int AS completed,
       (coalesce(sum(t.failed_count), 0) > 0)::int AS failed
     FROM assistants a LEFT JOIN tasks t ON t.assistant_id = a.id
     GROUP BY a.id
   )
   SELECT *, count(*)::int AS count FROM facts
   GROUP BY deleted, queued, paused, is_next, switch_on, pending, posting, posted, completed, failed`,
);
