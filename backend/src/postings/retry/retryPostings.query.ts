import { MAX_RETRIED_POSTINGS } from '@flyerdeck/contracts';
import { type Db, sql, statement } from '../../database/statement.ts';
import { filterValues, matching, type PostingsFilter, withNames } from '../list/matching.query.ts';

/** The number of transitions tells two failures of the same posting apart. */
export interface Failure {
  readonly id: string;
  readonly owner_id: string;
  readonly transitions_count: number;
}

export const findArchiving = sql<{ archived_at: Date | null }, [taskId: string, ownerId: string]>(
  'SELECT archived_at FROM tasks WHERE id = $1 AND owner_id = $2',
);

export const findFailed = sql<
  Failure & { error_code: string | null; linked: boolean },
  [taskId: string, postingIds: readonly string[] | null]
>(
  `SELECT p.id, p.owner_id, p.transitions_count, p.error_code, g.unlinked_at IS NULL AS linked
   FROM page_postings p JOIN pages g ON g.guid = p.page_guid
   WHERE p.task_id = $1 AND p.status = 'failed' AND ($2::uuid[] IS NULL OR p.id = ANY ($2))`,
);

/** Those that can be retried without a question, the oldest first. */
export function findMatchingFailed(db: Db, filter: PostingsFilter): Promise<Failure[]> {
  const failed: PostingsFilter = { ...filter, archived: false, status: 'failed' };
  const { text, values } = withNames(
    `SELECT p.id, p.owner_id, p.transitions_count
     FROM page_postings p JOIN pages g ON g.guid = p.page_guid JOIN tasks t ON t.id = p.task_id
     WHERE p.id IN (SELECT id FROM (${matching(failed)}) matching) AND p.error_code IS DISTINCT FROM 'unconfirmed'
       AND g.unlinked_at IS NULL AND t.archived_at IS NULL
     ORDER BY p.created_at, p.id LIMIT ${MAX_RETRIED_POSTINGS}`,
    filterValues(failed),
  );
  return sql<Failure, readonly unknown[]>(text)(db, values);
}

/** Pages, owners and tasks, each in the order of their ids, to prevent deadlocks (decision 0019). */
export const lockForRequeue = [
  ['pages', 'guid', 'page_guid'],
  ['users', 'id', 'owner_id'],
  ['tasks', 'id', 'task_id'],
].map(([table, key, of]) =>
  sql<never, [postingIds: readonly string[]]>(
    `SELECT FROM ${table} WHERE ${key} IN (SELECT ${of} FROM page_postings WHERE id = ANY ($1::uuid[]))
     ORDER BY ${key} FOR NO KEY UPDATE`,
  ),
);

/** Leaves out postings that have changed since, and those whose page is unlinked or whose task is archived. */
export const requeuePostings = sql<
  { owner_id: string },
  [postingIds: readonly string[], transitionsCounts: readonly number[]]
>(
  `UPDATE page_postings p
   SET status = 'pending', retry_count = retry_count + 1, expired_lease_count = 0, claim_token_hash = NULL, report = NULL,
     error_message = NULL, error_code = NULL, other_creator_id = NULL, publish_at = NULL, scheduled_for = NULL
   FROM unnest($1::uuid[], $2::int[]) failure (id, transitions_count), pages g, tasks t
   WHERE p.id = failure.id AND p.transitions_count = failure.transitions_count AND p.status = 'failed'
     AND g.guid = p.page_guid AND g.unlinked_at IS NULL AND t.id = p.task_id AND t.archived_at IS NULL
   RETURNING p.owner_id`,
);

export const recordRetry = sql<never, [adminId: string, details: object]>(
  `INSERT INTO audit_events (admin_id, event, details) VALUES ($1, 'postings_retried', $2)`,
);

export const confirmLive = statement<{ confirmed: boolean }, [ownerId: string, postingId: string, attempt: number]>(
  'SELECT confirm_live($1, $2, $3) AS confirmed',
);

/** Of all postings of the task, or of $3: the tries in doubt, but none whose doubt began after $4. MATERIALIZED: in the order of the locks of pages. */
export const confirmDoubts = statement<
  { settled: number },
  [ownerId: string, taskId: string, postingIds: readonly string[] | null, since: string]
>(
  `WITH doubt AS MATERIALIZED (
     SELECT owner_id, id, posting_visits FROM page_postings
     WHERE owner_id = $1 AND task_id = $2 AND ($3::uuid[] IS NULL OR id = ANY ($3)) AND status = 'failed'
       AND error_code = 'unconfirmed' AND date_trunc('milliseconds', status_since) <= $4::timestamptz
     ORDER BY page_guid
   )
   SELECT count(*) FILTER (WHERE confirm_live(owner_id, id, posting_visits))::int AS settled FROM doubt`,
);
