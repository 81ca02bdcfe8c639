import {
  FEED_CHECKS_AT_ONCE,
  type FeedCheck,
  type FeedChecks,
  type FeedVerdict,
  MAX_KNOWN_POSTS,
  type PostingStatus,
} from '@flyerdeck/contracts';
import { type Db, oneRow, statement, statementWithIsoTimes } from '../../database/statement.ts';
import { retryConflicts } from '../../database/transaction.ts';
import { unknownDevice } from '../../server/http/errors.ts';

/** All of a check is null if the device has nothing to look for now. */
type FeedCheckRow = Omit<FeedChecks, 'checks'> & (FeedCheck | { posting_id: null });

/**
 * At most $3, first those in doubt; after $2 seconds a post must be visible. No row for an unknown device.
 * Due again after 15 minutes if in doubt or never shown, otherwise after an hour; while a posting is in flight, when its lease has ended.
 */
const listChecks = statementWithIsoTimes<FeedCheckRow, [secretHash: Buffer, settleSeconds: number, atMost: number]>(
  `WITH device AS (SELECT CASE WHEN voided_at IS NULL THEN page_guid END AS page_guid FROM devices WHERE secret_hash = $1),
  open AS MATERIALIZED (
    SELECT c.*, c.due_at <= now() AS is_due FROM device d CROSS JOIN LATERAL feed_checks_of(d.page_guid, $2) c
  ),
  checked AS (
    SELECT * FROM open WHERE proves_absence
  ),
  due AS (
    SELECT *, row_number() OVER (ORDER BY kind <> 'unconfirmed', kind <> 'posted', due_at DESC) AS place
    FROM checked WHERE is_due ORDER BY place LIMIT $3
  ),
  next AS (
    SELECT min(seconds) AS seconds FROM (
      SELECT CASE WHEN kind = 'unconfirmed' OR (kind = 'posted' AND latest > now()) THEN 900 ELSE 3600 END AS seconds FROM checked WHERE is_due
      UNION ALL
      SELECT extract(epoch FROM due_at - now()) FROM checked WHERE NOT is_due
      UNION ALL
      SELECT extract(epoch FROM f.lease_expires_at - now()) + $2 + 5
      FROM device d JOIN in_flight f ON f.page_guid = d.page_guid WHERE f.submitting_at IS NOT NULL
    ) s
  )
  SELECT CASE WHEN next.seconds IS NOT NULL THEN greatest(1, ceil(next.seconds))::integer END AS next_check_seconds,
    (
      SELECT coalesce(json_agg(json_build_object('external_post_id', o.external_post_id, 'path', l.path)), '[]')
      FROM (SELECT * FROM open WHERE external_post_id IS NOT NULL ORDER BY latest DESC LIMIT ${MAX_KNOWN_POSTS}) o
      LEFT JOIN live_posts l ON l.posting_id = o.posting_id
    ) AS known_posts,
    due.posting_id, due.attempt, due.kind, due.external_post_id, due.earliest AS from, due.latest AS to,
    coalesce(p.page_text, t.description) AS text, t.file_id IS NOT NULL AS has_image
  FROM device CROSS JOIN next LEFT JOIN due ON true LEFT JOIN page_postings p ON p.id = due.posting_id
  LEFT JOIN tasks t ON t.id = due.task_id
  ORDER BY due.place`,
);

type ReportedVerdict = [
  secretHash: Buffer,
  postingId: string,
  attempt: number,
  verdict: string,
  externalPostId: string | null,
  path: string | null,
  settleSeconds: number,
];

/** `known_status` is null if the page has no such posting. */
const reportVerdict = statement<
  { device_known: boolean; known_status: PostingStatus | null; is_posted: boolean },
  ReportedVerdict
>('SELECT * FROM report_feed_check($1, $2, $3, $4, $5, $6, $7)');

interface Device {
  readonly secretHash: Buffer;
  /** A posting may be looked for as long after the end of its lease. */
  readonly leaseSeconds: number;
}

export async function feedChecksOf(db: Db, { secretHash, leaseSeconds }: Device): Promise<FeedChecks> {
  const rows = await listChecks(db, [secretHash, leaseSeconds, FEED_CHECKS_AT_ONCE]);
  const [first] = rows;
  if (!first) throw unknownDevice();
  return {
    checks: rows.flatMap(({ next_check_seconds: _, known_posts: __, ...check }) =>
      check.posting_id === null ? [] : [check],
    ),
    known_posts: first.known_posts,
    next_check_seconds: first.next_check_seconds,
  };
}

export interface VerdictResult {
  readonly posting_id: string;
  readonly status: PostingStatus | null;
  readonly isPosted: boolean;
}

/** Each in its own transaction. Verdicts that arrive again or late change nothing. */
export async function reportFeed(
  db: Db,
  { secretHash, leaseSeconds }: Device,
  verdicts: readonly FeedVerdict[],
): Promise<VerdictResult[]> {
  const results: VerdictResult[] = [];
  for (const { posting_id, attempt, verdict, ...post } of verdicts) {
    const { external_post_id = null, path = null } = post as { external_post_id?: string; path?: string };
    const row = await retryConflicts(() =>
      oneRow(reportVerdict(db, [secretHash, posting_id, attempt, verdict, external_post_id, path, leaseSeconds])),
    );
    if (!row.device_known) throw unknownDevice();
    results.push({ posting_id, status: row.known_status, isPosted: row.is_posted });
  }
  return results;
}
