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
import type { Failure } from './retryPostings.query.ts';

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
  readonly failures: readonly Failure[];
}

/** The postings that a bulk retry would put back in the queue now, the oldest first, and what it leaves out. */
export function findRetrySet(db: Db, filter: PostingsFilter, most = MAX_BULK_RETRY): Promise<RetrySet> {
  const failed = failedOf(filter);
  const { text, values } = withNames(
    `WITH matched AS MATERIALIZED (
      SELECT p.id, p.owner_id, p.page_guid, p.transitions_count, p.created_at,
        coalesce(p.error_code = 'unconfirmed', false) AS is_unconfirmed, g.unlinked_at IS NOT NULL AS is_unlinked
      FROM page_postings p JOIN pages g ON g.guid = p.page_guid JOIN tasks t ON t.id = p.task_id
      WHERE p.id IN (SELECT id FROM (${matching(failed)}) matching) AND p.status = 'failed' AND t.archived_at IS NULL
    ),
    retryable AS MATERIALIZED (SELECT * FROM matched WHERE NOT is_unconfirmed AND NOT is_unlinked),
    chosen AS MATERIALIZED (SELECT * FROM retryable ORDER BY created_at, id LIMIT :most),
    fees AS MATERIALIZED (
      SELECT c.owner_id, count(*)::int * page_day_credits() AS credits
      FROM (SELECT DISTINCT owner_id, page_guid FROM chosen) c JOIN pages g ON g.guid = c.page_guid
      WHERE needs_fee(g, now()) GROUP BY 1
    ),
    owners_of_chosen AS MATERIALIZED (SELECT owner_id, count(*)::int AS postings FROM chosen GROUP BY 1)
    SELECT count(*)::int AS postings,
      -- The number of transitions tells two failures of the same posting apart.
      md5(coalesce(string_agg(id || ':' || transitions_count, ',' ORDER BY id), '')) AS fingerprint,
      coalesce(json_agg(json_build_object('id', id, 'owner_id', owner_id, 'transitions_count', transitions_count)
        ORDER BY created_at, id), '[]') AS failures,
      (SELECT count(*)::int FROM owners_of_chosen) AS owners,
      (SELECT coalesce(json_agg(o), '[]') FROM (
        SELECT u.telegram_id, u.username, u.first_name, u.last_name, c.postings, coalesce(f.credits, 0) AS credits
        FROM owners_of_chosen c JOIN users u ON u.id = c.owner_id LEFT JOIN fees f ON f.owner_id = c.owner_id
        ORDER BY c.postings DESC, u.telegram_id LIMIT ${BULK_RETRY_OWNERS_SHOWN}
      ) o) AS listed_owners,
      (SELECT coalesce(sum(credits), 0)::int FROM fees) AS credits,
      (SELECT count(*)::int FROM matched WHERE is_unconfirmed) AS unconfirmed,
      (SELECT count(*)::int FROM matched WHERE is_unlinked AND NOT is_unconfirmed) AS unlinked,
      greatest(0, (SELECT count(*)::int FROM retryable) - :most)::int AS later
    FROM chosen`,
    { ...filterValues(failed), most },
  );
  return oneRow(sql<RetrySet, readonly unknown[]>(text)(db, values));
}

export const insertAuditEvent = sql<never, [adminId: string, details: object]>(
  `INSERT INTO audit_events (admin_id, event, details) VALUES ($1, 'postings_retried', $2)`,
);

/** What was put back under a fingerprint, and how many were left after the last batch. Null if nothing was. */
export const findRetried = sql<{ retried: number | null; later: number }, [adminId: string, fingerprint: string]>(
  `SELECT sum((details ->> 'postings')::int)::int AS retried, min(coalesce((details ->> 'later')::int, 0)) AS later FROM audit_events
   WHERE event = 'postings_retried' AND details ->> 'fingerprint' = $2 AND admin_id = $1`,
);
