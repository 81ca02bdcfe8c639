import { SCHEDULE_AHEAD_MINUTES } from '@flyerdeck/contracts';
import { chargeSql } from '../credits/chargeSql.ts';
import { type Queryable, statement } from '../database/statement.ts';
import { retryConflicts } from '../database/transaction.ts';
import { charges, claims } from '../metrics.ts';
import { TRANSITION_SOURCE_COLUMNS, transitionSql } from '../postings/transition.ts';
import { lineOrder } from './line.ts';

export interface ClaimRow {
  id: string;
  description: string;
  file_id: string | null;
  scheduled_for: Date | null;
  lease_expires_at: Date;
  attempt: number;
}

type OutcomeRow = { claimed: ClaimRow | null; out_of_credits: boolean; charged: boolean };

/**
 * One statement: the page's next posting, its fee, its transition.
 *
 * - `page` locks the page's row, so that two claims of one page (an impatient device, two servers) take turns and only the
 *   first finds it unpaid. Switch, owner and link are read under that lock.
 * - `head` skips rows that somebody holds (a retry, an unlinking) instead of waiting for them, and assistants that are paused.
 * - page_postings_one_in_flight is the last word: what raced past the snapshot fails there and takes its fee back with it.
 * - `timing`: delays count from the assistant's first claim; two postings of one run on one page stay `gap_hours` apart,
 *   however late the page came online, so that a page back from a day offline does not burst.
 */
const claim = statement<OutcomeRow, [string, Buffer, number]>(
  'claim',
  `WITH page AS MATERIALIZED (
    SELECT p.guid, p.owner_id, p.name, p.paid_until, p.unused_charge_id
    FROM pages p JOIN users u ON u.id = p.owner_id
    WHERE p.guid = $1 AND p.unlinked_at IS NULL AND p.health = 'ok' AND u.is_active AND u.is_posting_active
    FOR NO KEY UPDATE OF p
  ),
  head AS MATERIALIZED (
    SELECT ${TRANSITION_SOURCE_COLUMNS}, p.task_id, p.assistant_id, p.page_guid, p.run_index, p.is_duplicate,
      p.delay_hours, p.gap_hours, a.started_at
    FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
    WHERE p.page_guid = (SELECT guid FROM page) AND p.status = 'pending' AND a.pause_reason IS NULL
      AND NOT EXISTS (SELECT FROM page_postings f WHERE f.page_guid = $1 AND f.status = 'posting')
    ORDER BY ${lineOrder('p')}
    LIMIT 1
    FOR NO KEY UPDATE OF p SKIP LOCKED
  ),
  ${chargeSql},
  timing AS MATERIALIZED (
    SELECT c.*, 'posting' AS to_status, greatest(
      now(),
      coalesce(c.started_at, now()) + c.delay_hours * interval '1 hour',
      (SELECT max(o.publish_at) FROM page_postings o
       WHERE o.assistant_id = c.assistant_id AND o.page_guid = c.page_guid AND o.run_index = c.run_index
         AND o.is_duplicate = c.is_duplicate AND o.id <> c.id AND o.publish_at IS NOT NULL
         AND (o.status IN ('posting', 'posted', 'completed') OR o.error_code = 'unconfirmed')
      ) + c.gap_hours * interval '1 hour'
    ) AS due_at
    FROM claimable c
  ),
  ${transitionSql({
    name: 'claimed',
    source: 'timing',
    set: [
      'claim_token_hash = $2',
      `lease_expires_at = now() + $3 * interval '1 second'`,
      'claimed_at = now()',
      'submitting_at = NULL',
      'report = NULL',
      'error_message = NULL',
      'error_code = NULL',
      'charge_id = s.charge',
      'publish_at = s.due_at',
      `scheduled_for = CASE WHEN s.due_at >= now() + interval '${SCHEDULE_AHEAD_MINUTES} minutes' THEN s.due_at END`,
    ],
  })},
  started AS (
    UPDATE assistants a SET started_at = now(), updated_at = now()
    FROM claimed c WHERE a.id = c.assistant_id AND a.started_at IS NULL
    RETURNING a.id
  ),
  short AS (
    UPDATE assistants a SET pause_reason = 'insufficient_credits', updated_at = now()
    FROM head WHERE a.id = head.assistant_id AND NOT EXISTS (SELECT FROM claimable)
    RETURNING a.id
  )
  SELECT
    (SELECT json_build_object(
      'id', c.id, 'description', t.description, 'file_id', t.file_id, 'scheduled_for', c.scheduled_for,
      'lease_expires_at', c.lease_expires_at, 'attempt', c.posting_visits)
     FROM claimed c JOIN tasks t ON t.id = c.task_id) AS claimed,
    EXISTS (SELECT FROM short) AS out_of_credits, EXISTS (SELECT FROM fee) AS charged`,
);

const RACED_INDEX = 'page_postings_one_in_flight';

export interface ClaimOutcome {
  readonly claimed: ClaimRow | null;
  readonly outOfCredits: boolean;
}

/** Claims at most one posting for a page; `tokenHash` is the SHA-256 of the claim token to be. */
export async function claimPosting(
  on: Queryable,
  { pageGuid, tokenHash, leaseSeconds }: { pageGuid: string; tokenHash: Buffer; leaseSeconds: number },
): Promise<ClaimOutcome> {
  try {
    const [row] = await retryConflicts(() => claim(on, [pageGuid, tokenHash, leaseSeconds]));
    const claimed = row?.claimed ?? null;
    if (claimed) claims.inc();
    if (row?.charged) charges.inc();
    return {
      outOfCredits: row?.out_of_credits ?? false,
      // Times come as text out of JSON.
      claimed: claimed && {
        ...claimed,
        scheduled_for: claimed.scheduled_for && new Date(claimed.scheduled_for),
        lease_expires_at: new Date(claimed.lease_expires_at),
      },
    };
  } catch (error) {
    // Another claim of this page won between our snapshot and our write; everything of ours, the fee too, is undone.
    if ((error as { constraint?: string }).constraint === RACED_INDEX) return { claimed: null, outOfCredits: false };
    throw error;
  }
}
