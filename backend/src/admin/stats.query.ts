import {
  type AdminStats,
  ASSISTANT_STATUSES,
  POSTING_STATUSES,
  type PostingStatus,
  TASK_STATUSES,
} from '@flyerdeck/contracts';
import { statement } from '../database/statement.ts';

type Work = Pick<AdminStats, 'tasks_count' | 'assistants_count' | 'page_postings_count'>;

/** Active users are counted as all users minus the inactive ones, because a partial index makes counting the inactive ones fast. */
export const countTotals = statement<Omit<AdminStats, keyof Work | 'site_pack' | 'claim_pause'>, []>(
  `SELECT a.users_count, a.users_count - (SELECT count(*) FROM users WHERE NOT is_active)::int AS active_users_count,
     (SELECT count(*) FROM users WHERE created_at > now() - interval '7 days')::int AS new_users_last_week,
     (SELECT count(*) FROM pages WHERE unlinked_at IS NULL)::int AS pages_count
   FROM (SELECT count(*)::int AS users_count FROM users) a`,
);

const columnsOf = (column: (status: PostingStatus) => string) => POSTING_STATUSES.map(column).join(', ');

/** SQL of a JSON object with the counts by status. Includes statuses with count 0. */
const byStatus = (counts: string, statuses: readonly string[]) =>
  `(SELECT json_object_agg(status, coalesce(count, 0) ORDER BY position)
     FROM unnest('{${statuses.join(', ')}}'::text[]) WITH ORDINALITY AS named (status, position)
     LEFT JOIN ${counts} USING (status))`;

/**
 * The numbers of tasks, assistants and postings (with duplicates) by status. Tasks store the counts of their original postings,
 * so only duplicates are counted in page_postings, from an index alone.
 */
export const countWork = statement<Work, []>(
  `WITH next_up AS MATERIALIZED (SELECT task_id, assistant_id FROM next_tasks),
   task_counts AS (
     SELECT status_now(t.stored_status, t.posting_count, t.id IN (SELECT task_id FROM next_up),
       t.owner_id IN (SELECT id FROM users WHERE is_posting_active)) AS status, count(*)::int AS count
     FROM tasks t GROUP BY 1
   ),
   assistant_sums AS MATERIALIZED (
     SELECT assistant_id, ${columnsOf((status) => `sum(${status}_count)::int AS ${status}`)} FROM tasks GROUP BY assistant_id
   ),
   posting_counts AS (
     SELECT kind.status, (kind.originals + coalesce(d.duplicates, 0))::int AS count
     FROM (SELECT ${columnsOf((status) => `coalesce(sum(${status}), 0) AS ${status}`)} FROM assistant_sums) o
     CROSS JOIN LATERAL (VALUES ${columnsOf((status) => `('${status}', o.${status})`)}) AS kind (status, originals)
     LEFT JOIN (
       SELECT status, count(*) AS duplicates FROM page_postings WHERE archived = ANY ('{false,true}') AND is_duplicate GROUP BY status
     ) d ON d.status = kind.status
   ),
   assistant_counts AS (
     SELECT assistant_status(a.deleted_at, a.queued_at, a.pause_reason,
       ${columnsOf((status) => `coalesce(b.${status}, 0)`)}, a.id IN (SELECT assistant_id FROM next_up),
       a.owner_id IN (SELECT id FROM users WHERE is_posting_active)) AS status, count(*)::int AS count
     FROM assistants a LEFT JOIN assistant_sums b ON b.assistant_id = a.id GROUP BY 1
   )
   SELECT ${byStatus('task_counts', TASK_STATUSES)} AS tasks_count,
     ${byStatus('assistant_counts', ASSISTANT_STATUSES)} AS assistants_count,
     ${byStatus('posting_counts', POSTING_STATUSES)} AS page_postings_count`,
);
