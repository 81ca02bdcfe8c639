import {
  BULK_RETRY_ERRORS_SHOWN,
  BULK_RETRY_OWNERS_SHOWN,
  type BulkRetryPreview,
  type Failures,
  MAX_BULK_RETRY,
} from '@flyerdeck/contracts';
import { type Db, oneRow, sql } from '../database/statement.ts';
import { filterValues, matching, type PostingsFilter } from './list/matching.query.ts';
import { withNames } from './list/namedParameters.ts';

const failedOf = (filter: PostingsFilter): PostingsFilter => ({ ...filter, archived: false, status: 'failed' });

/** The errors of the failed postings that match, the most frequent first. */
export function listErrors(db: Db, filter: PostingsFilter) {
  const failed = failedOf(filter);
  const { text, values } = withNames(
    `SELECT p.error_message AS error, count(*)::int AS postings, count(DISTINCT p.owner_id)::int AS owners
    FROM page_postings p
    WHERE p.id IN (SELECT id FROM (${matching(failed)}) matching)
      AND p.error_message IS NOT NULL AND p.error_code IS DISTINCT FROM 'unconfirmed'
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${BULK_RETRY_ERRORS_SHOWN}`,
    filterValues(failed),
  );
  return sql<Failures['errors'][number], readonly unknown[]>(text)(db, values);
}

export interface RetrySet extends BulkRetryPreview {
  readonly ids: readonly string[];
  readonly page_guids: readonly string[];
  readonly task_ids: readonly string[];
  readonly owner_ids: readonly string[];
}

/**
 * The postings that a bulk retry would put back in the queue now, the oldest first, and what it leaves out. `lockedPages`: only
 * postings of these pages, whose rows the transaction holds.
 */
export function findRetrySet(db: Db, filter: PostingsFilter, lockedPages: readonly string[] | null): Promise<RetrySet> {
  const failed = failedOf(filter);
  const { text, values } = withNames(
    `WITH matched AS MATERIALIZED (
      SELECT p.id, p.owner_id, p.page_guid, p.task_id, p.transitions_count, p.created_at,
        coalesce(p.error_code = 'unconfirmed', false) AS is_unconfirmed, g.unlinked_at IS NOT NULL AS is_unlinked
      FROM page_postings p JOIN pages g ON g.guid = p.page_guid JOIN tasks t ON t.id = p.task_id
      WHERE p.id IN (SELECT id FROM (${matching(failed)}) matching) AND p.status = 'failed' AND t.archived_at IS NULL
    ),
    retryable AS MATERIALIZED (SELECT * FROM matched WHERE NOT is_unconfirmed AND NOT is_unlinked),
    chosen AS MATERIALIZED (
      SELECT * FROM retryable WHERE :lockedPages::uuid[] IS NULL OR page_guid = ANY (:lockedPages)
      ORDER BY created_at, id LIMIT ${MAX_BULK_RETRY}
    ),
    owners_of_chosen AS MATERIALIZED (SELECT owner_id, count(*)::int AS postings FROM chosen GROUP BY 1)
    SELECT count(*)::int AS postings,
      -- The number of transitions tells two failures of the same posting apart.
      md5(coalesce(string_agg(id || ':' || transitions_count, ',' ORDER BY id), '')) AS fingerprint,
      coalesce(array_agg(id ORDER BY id), '{}') AS ids,
      coalesce(array_agg(DISTINCT page_guid), '{}') AS page_guids, coalesce(array_agg(DISTINCT task_id), '{}') AS task_ids,
      (SELECT coalesce(array_agg(owner_id), '{}') FROM owners_of_chosen) AS owner_ids,
      (SELECT count(*)::int FROM owners_of_chosen) AS owners,
      (SELECT coalesce(json_agg(o), '[]') FROM (
        SELECT u.telegram_id, u.username, u.first_name, u.last_name, c.postings
        FROM owners_of_chosen c JOIN users u ON u.id = c.owner_id
        ORDER BY c.postings DESC, u.telegram_id LIMIT ${BULK_RETRY_OWNERS_SHOWN}
      ) o) AS listed_owners,
      (SELECT count(*)::int FROM matched WHERE is_unconfirmed) AS unconfirmed,
      (SELECT count(*)::int FROM matched WHERE is_unlinked AND NOT is_unconfirmed) AS unlinked,
      greatest(0, (SELECT count(*)::int FROM retryable) - ${MAX_BULK_RETRY}) AS later
    FROM chosen`,
    { ...filterValues(failed), lockedPages },
  );
  return oneRow(sql<RetrySet, readonly unknown[]>(text)(db, values));
}

/** Pages, then owners, then tasks, are always locked in the order of their ids, to prevent deadlocks (decision 0019). */
export const lockPages = sql<{ guid: string }, [guids: readonly string[]]>(
  'SELECT guid FROM pages WHERE guid = ANY ($1::uuid[]) ORDER BY guid FOR NO KEY UPDATE',
);
export const lockOwners = sql<{ id: string }, [ids: readonly string[]]>(
  'SELECT id FROM users WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE',
);
export const lockTasks = sql<{ id: string }, [ids: readonly string[]]>(
  'SELECT id FROM tasks WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE',
);

export const insertAuditEvent = sql<never, [adminId: string, details: object]>(
  `INSERT INTO audit_events (admin_id, event, details) VALUES ($1, 'postings_retried', $2)`,
);

/** The numbers of a bulk retry that was already done. */
export const findRetry = sql<{ postings: number; later: number }, [adminId: string, fingerprint: string]>(
  `SELECT (details ->> 'postings')::int AS postings, coalesce((details ->> 'later')::int, 0) AS later FROM audit_events
   WHERE event = 'postings_retried' AND details ->> 'fingerprint' = $2 AND admin_id = $1`,
);
