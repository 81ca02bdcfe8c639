import { MAX_POSTING_TRIES, OFFLINE_PAGE_FAILS_HOURS, UNCONFIRMED_CODE } from '@flyerdeck/contracts';
import { chargeUsedSql, refundSql } from '../credits/chargeSql.ts';
import type { Queryable } from '../database/statement.ts';
import { retryConflicts } from '../database/transaction.ts';
import { TRANSITION_SOURCE_COLUMNS, transitionSql } from './transition.ts';

/** Rows a sweep takes at once: short locks; the next round takes the rest. */
const BATCH = 500;

/** CTE `<rows>_pages`: the pages of `rows`, locked, because a charge is read and given back under its page's row. */
export const lockPagesSql = (rows: string) => `
  ${rows}_pages AS MATERIALIZED (
    SELECT guid, name, unused_charge_id FROM pages
    WHERE guid IN (SELECT page_guid FROM ${rows}) ORDER BY guid FOR NO KEY UPDATE
  )`;

/**
 * Postings whose lease ran out, of one page ($1) or of all (null).
 * Before `submitting` nothing can be live: back in line, and failed after three such losses.
 * After it the post may be live: failed as unconfirmed, its token kept, because a late `posted` still wins.
 */
const sweepLeasesSql = `WITH expired AS MATERIALIZED (
    SELECT ${TRANSITION_SOURCE_COLUMNS}, p.page_guid, p.submitting_at IS NOT NULL AS in_doubt,
      CASE WHEN p.submitting_at IS NULL AND p.lease_losses + 1 < ${MAX_POSTING_TRIES} THEN 'pending' ELSE 'failed' END AS to_status
    FROM page_postings p
    WHERE p.status = 'posting' AND p.lease_expires_at <= now() AND ($1::uuid IS NULL OR p.page_guid = $1)
    ORDER BY p.id LIMIT ${BATCH}
    FOR NO KEY UPDATE SKIP LOCKED
  ),
  ${lockPagesSql('expired')},
  ${transitionSql({
    name: 'moved',
    source: 'expired',
    set: [
      'retry_count = p.retry_count + (NOT s.in_doubt)::int',
      'lease_losses = p.lease_losses + (NOT s.in_doubt)::int',
      // A posting has at most its own lease to lose; the token survives only where a late report may still count.
      'claim_token_hash = CASE WHEN s.in_doubt THEN p.claim_token_hash END',
      'lease_expires_at = NULL',
      `error_message = CASE
          WHEN s.in_doubt THEN 'The page stopped responding while posting. Check the page before you retry: the post may be live.'
          WHEN s.to_status = 'failed' THEN 'The page stopped responding before posting.' END`,
      `error_code = CASE WHEN s.in_doubt THEN '${UNCONFIRMED_CODE}' WHEN s.to_status = 'failed' THEN 'lease_expired' END`,
    ],
  })},
  failed AS (SELECT * FROM moved WHERE status = 'failed' AND error_code <> '${UNCONFIRMED_CODE}'),
  doubted AS (SELECT * FROM moved WHERE error_code = '${UNCONFIRMED_CODE}'),
  ${refundSql('failed', 'expired_pages')},
  ${chargeUsedSql('doubted')}
  SELECT (count(*) FILTER (WHERE status = 'pending'))::int AS requeued,
    (SELECT count(*) FROM failed)::int AS failed, (SELECT count(*) FROM doubted)::int AS unconfirmed
  FROM moved`;

export interface LeaseSweep {
  requeued: number;
  failed: number;
  unconfirmed: number;
}

/** Ends claims whose device fell silent. Harmless to run anywhere, any time, by many. */
export async function sweepLeases(on: Queryable, pageGuid: string | null = null): Promise<LeaseSweep> {
  const { rows } = await retryConflicts(() =>
    on.query<LeaseSweep>({ name: 'sweep_leases', text: sweepLeasesSql, values: [pageGuid] }),
  );
  return rows[0] as LeaseSweep;
}

const sweepOfflineSql = `WITH late AS MATERIALIZED (
    SELECT ${TRANSITION_SOURCE_COLUMNS}, 'failed' AS to_status, p.page_guid
    FROM page_postings p
    JOIN users u ON u.id = p.owner_id
    JOIN pages g ON g.guid = p.page_guid
    WHERE p.status = 'pending' AND u.is_active AND u.is_posting_active
      -- A day counts from when the page could have posted: its last poll, its queueing, the switch.
      AND greatest(coalesce(g.last_polled_at, g.linked_at), p.status_since, u.posting_switched_at)
        <= now() - interval '${OFFLINE_PAGE_FAILS_HOURS} hours'
    ORDER BY p.id LIMIT ${BATCH}
    FOR NO KEY UPDATE OF p SKIP LOCKED
  ),
  ${lockPagesSql('late')},
  ${transitionSql({
    name: 'failed',
    source: 'late',
    set: [`error_message = 'The page has been offline for 24 hours.'`, `error_code = 'page_offline'`],
  })},
  ${refundSql('failed', 'late_pages')}
  SELECT count(*)::int AS failed FROM failed`;

/** Fails what waits for a page that has not polled for a day while posting was on. Answers how many. */
export async function sweepOfflinePages(on: Queryable): Promise<number> {
  for (let failed = 0; ; ) {
    const { rows } = await retryConflicts(() => on.query<{ failed: number }>(sweepOfflineSql));
    const batch = rows[0]?.failed ?? 0;
    failed += batch;
    if (batch < BATCH) return failed;
  }
}
