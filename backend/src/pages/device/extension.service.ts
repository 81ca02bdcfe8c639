import type { PollBody, PollResponse, WaitReason } from '@flyerdeck/contracts';
import { microBatch } from '../../database/microBatch.ts';
import type { Db } from '../../database/statement.ts';
import { retryConflicts } from '../../database/transaction.ts';
import { type ClaimRow, claimInBatches } from '../../postings/claim/claim.query.ts';
import {
  type ReportedClaim,
  type ReportRow,
  failed as reportFailed,
  reportInBatches,
} from '../../postings/report/report.query.ts';
import { conflict, notFound, tooManyRequests, unknownDevice, unprocessable } from '../../server/http/errors.ts';
import { isTimeZone } from '../../server/http/timeZone.ts';
import { hashSecret, newSecret } from '../../server/security/secrets.ts';
import { type Poll, pollDevices } from './poll.query.ts';

const POLLS_A_SECOND = 2;
/** A connected device then polls without a hint (frontend/extension/background/pollOnce.ts). */
const POLL_ANYWAY_SECONDS = 15 * 60;
/** Short if a posting may soon be claimable, long if none waits. */
const POLL_AGAIN_SECONDS = { claimed: 1, busy: 5, waiting: 10, idle: 30 } as const;

export interface PollOutcome {
  readonly page: PollResponse['page'];
  readonly claimed: (ClaimRow & { readonly claimToken: string }) | null;
  readonly waitReason: WaitReason | null;
  /** When the page may post again, with `not_due`, `page_limit`, `rate_limited` and `site_refusals`. */
  readonly waitUntil: Date | null;
  readonly nextPollSeconds: number;
  readonly awaitsHint: boolean;
  readonly sitePackVersion: number | null;
}

/** Created once for each process and pool. */
export type DeviceCalls = ReturnType<typeof createDeviceCalls>;

export function createDeviceCalls(db: Db) {
  return {
    db,
    poll: microBatch({
      run: (polls: readonly Poll[]) => pollDevices(db, polls),
      runAlone: async (poll: Poll) => (await retryConflicts(() => pollDevices(db, [poll])))[0],
      keyOf: ({ secretHash }: Poll) => secretHash.toString('base64'),
    }),
    claim: claimInBatches(db),
    report: {
      ...reportInBatches(db),
      failed: async (
        { secretHash, postingId, tokenHash }: ReportedClaim,
        { message, code, retryAfterSeconds = null, otherCreatorId = null }: Failure,
      ): Promise<ReportRow | undefined> => {
        const values = [secretHash, postingId, tokenHash, message, code, retryAfterSeconds, otherCreatorId] as const;
        return (await retryConflicts(() => reportFailed(db, [...values])))[0];
      },
    },
  };
}

/** Claims at most one posting. */
export async function pollDevice(
  { poll, claim }: DeviceCalls,
  secretHash: Buffer,
  facts: PollBody,
  { leaseSeconds, rateLimitFactor }: { leaseSeconds: number; rateLimitFactor: number },
): Promise<PollOutcome> {
  if (facts.time_zone && !isTimeZone(facts.time_zone)) {
    throw unprocessable('device.unknown_time_zone', `'${facts.time_zone}' is not the name of a time zone.`);
  }
  const row = await poll({ secretHash, facts, maxPolls: Math.max(1, Math.round(POLLS_A_SECOND * rateLimitFactor)) });
  if (!row) throw unknownDevice();
  if (row.too_fast) throw tooManyRequests(1);
  const page =
    row.page_guid === null
      ? null
      : {
          guid: row.page_guid,
          linked: row.linked,
          ...(row.void_reason && { unlinked_reason: row.void_reason }),
        };
  const nothing = (next: keyof typeof POLL_AGAIN_SECONDS, reason: WaitReason | null = null): PollOutcome => ({
    page,
    claimed: null,
    waitReason: reason,
    waitUntil: null,
    nextPollSeconds: POLL_AGAIN_SECONDS[next],
    awaitsHint: row.linked && (next === 'waiting' || next === 'idle'),
    sitePackVersion: row.site_pack_version,
  });
  if (!page || row.is_locked || row.uses_wrong_pack) return nothing('busy');
  const waits = (reason: WaitReason, until: Date | null): PollOutcome => {
    if (!until) return nothing('waiting', reason);
    const seconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000));
    return {
      ...nothing('waiting', reason),
      waitUntil: until,
      nextPollSeconds: Math.min(seconds, POLL_AGAIN_SECONDS.idle),
      awaitsHint: seconds > POLL_ANYWAY_SECONDS,
    };
  };
  if (!row.linked) return nothing('idle');
  const { wait_reason: reason, wait_until: until } = row;
  if (!row.is_reclaimable) {
    if (reason === 'nothing' || reason === 'unlinked') return nothing(row.page_busy ? 'busy' : 'idle');
    if (row.page_busy) return { ...nothing('busy', reason), waitUntil: until };
    // Only the claim computes the times anew.
    if (reason !== null && reason !== 'not_due' && reason !== 'page_limit') return waits(reason, until);
  }
  const claimToken = newSecret();
  const { outcome, claimed, waitUntil } = await claim({
    pageGuid: page.guid,
    deviceId: row.device_id,
    tokenHash: hashSecret(claimToken),
    leaseSeconds,
  });
  if (outcome === 'claimed') return { ...nothing('claimed'), claimed: { ...claimed, claimToken } };
  // Another call claimed first, or the claim paused the assistant for lack of credits: then another assistant's posting may be next.
  if (outcome === 'busy' || outcome === 'nothing' || outcome === 'unlinked') return nothing('busy');
  if (outcome === 'insufficient_credits') return nothing('busy', outcome);
  return waits(outcome, waitUntil ?? null);
}

interface Failure {
  readonly message: string;
  readonly code: string;
  /** With `rate_limited`, as the site asks. */
  readonly retryAfterSeconds?: number | null | undefined;
  /** With `account_changed`: the site's id. */
  readonly otherCreatorId?: string | null | undefined;
}

export type Report =
  | { readonly kind: 'submitting' | 'heartbeat' }
  | { readonly kind: 'posted'; readonly externalPostId: string | null; readonly postedAt: Date | null }
  | ({ readonly kind: 'failed' } & Failure);

type DeviceClaim = Omit<ReportedClaim, 'tokenHash'> & { readonly claimToken: string };

async function send({ report: calls }: DeviceCalls, { claimToken, ...claimed }: DeviceClaim, report: Report) {
  const claim = { ...claimed, tokenHash: hashSecret(claimToken) };
  if (report.kind === 'posted') return calls.posted({ ...claim, ...report });
  if (report.kind !== 'failed') return calls[report.kind](claim);
  return calls.failed(claim, report);
}

/** A repeated report succeeds again. A different second report, or one with an older claim token, throws 409. */
export async function reportPosting(
  calls: DeviceCalls,
  claim: DeviceClaim,
  report: Report,
): Promise<{ status: string; leaseExpiresAt: Date | null }> {
  const row = await send(calls, claim, report);
  if (!row?.device_known) throw unknownDevice();
  if (!row.posting_known) throw notFound('posting.not_found', 'There is no such posting on this page.');
  if (row.moved) {
    const status = report.kind === 'posted' ? report.kind : row.status;
    return { status, leaseExpiresAt: row.lease_expires_at ?? null };
  }
  if (row.token_fits && row.report === report.kind) return { status: row.status, leaseExpiresAt: null };
  if (row.token_fits && row.report !== null) {
    throw conflict('posting.already_reported', `This posting was already reported as ${row.report}.`);
  }
  throw conflict('posting.claim_lost', 'This claim is over; the posting may have been handed out again.');
}
