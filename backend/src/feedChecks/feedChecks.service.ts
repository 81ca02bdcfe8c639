import { FEED_CHECKS_AT_ONCE, type FeedChecks, type FeedVerdict, type PostingStatus } from '@flyerdeck/contracts';
import { type Db, oneRow } from '../database/statement.ts';
import { retryConflicts } from '../database/transaction.ts';
import { unknownDevice } from '../http/errors.ts';
import { listChecks, reportVerdict } from './feedChecks.query.ts';

interface Device {
  readonly secretHash: Buffer;
  /** How long after the end of its lease a posting may be looked for: as long as a lease. */
  readonly leaseSeconds: number;
}

/** What the device shall look for now. Throws 401 for an unknown secret. */
export async function feedChecksOf(db: Db, { secretHash, leaseSeconds }: Device): Promise<FeedChecks> {
  const rows = await listChecks(db, [secretHash, leaseSeconds, FEED_CHECKS_AT_ONCE]);
  const [first] = rows;
  if (!first) throw unknownDevice();
  return {
    checks: rows.flatMap((row) =>
      row.posting_id === null
        ? []
        : [
            {
              posting_id: row.posting_id,
              attempt: row.attempt,
              kind: row.kind,
              text: row.text,
              has_image: row.has_image,
              external_post_id: row.external_post_id,
              from: row.earliest.toISOString(),
              to: row.latest.toISOString(),
            },
          ],
    ),
    known_posts: first.known_posts,
    next_check_seconds: first.next_check_seconds,
  };
}

export interface VerdictResult {
  readonly posting_id: string;
  /** Null: the page has no such posting. */
  readonly status: PostingStatus | null;
  /** The verdict made an unconfirmed posting posted. */
  readonly isPosted: boolean;
}

/**
 * Stores the verdicts, each in its own transaction. Verdicts that arrive again or late change nothing. Throws 401 for an unknown
 * secret.
 */
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
