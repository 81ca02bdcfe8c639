import type { PollResponse } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import { retryConflicts } from '../database/transaction.ts';
import { conflict, notFound, tooManyRequests, unauthorized, unprocessable } from '../http/errors.ts';
import { hashSecret, newSecret } from '../http/secrets.ts';
import * as reports from '../postings/report.query.ts';
import { type ClaimRow, claimPosting } from '../queue/claim.query.ts';
import { waitReason } from '../queue/waitReason.ts';
import { type PollFacts, type PollRow, poll, pollsASecond } from './poll.query.ts';

/** When to poll again: soon where work may come up, rarely where there is none. */
const POLL_AGAIN_SECONDS = { claimed: 1, busy: 5, waiting: 10, idle: 30 } as const;

export interface PollOutcome {
  readonly page: PollResponse['page'];
  readonly claimed: (ClaimRow & { readonly claimToken: string }) | null;
  readonly waitReason: ReturnType<typeof waitReason>;
  readonly nextPollSeconds: number;
}

function knownTimeZone(timeZone: string | null): boolean {
  try {
    if (timeZone) new Intl.DateTimeFormat('en-US', { timeZone });
    return true;
  } catch {
    return false;
  }
}

const reasonOf = (row: PollRow) =>
  waitReason({
    ownerActive: row.owner_active,
    switchOn: row.switch_on,
    pauseReason: row.pause_reason,
    pageActive: true,
    pageHealth: row.health,
    pageBusy: row.in_flight,
  });

/** A device says it is there and gets at most one posting. Throws 401 for an unknown secret, 429 beyond two polls a second. */
export async function pollDevice(
  db: Db,
  secretHash: Buffer,
  facts: PollFacts,
  { leaseSeconds, rateLimitFactor }: { leaseSeconds: number; rateLimitFactor: number },
): Promise<PollOutcome> {
  if (!knownTimeZone(facts.timeZone)) {
    throw unprocessable('device.unknown_time_zone', `'${facts.timeZone}' is not the name of a time zone.`);
  }
  const values = [
    secretHash,
    facts.counts?.home ?? null,
    facts.counts?.notifications ?? null,
    facts.counts?.messages ?? null,
    facts.name,
    facts.username,
    facts.avatarUrl,
    facts.timeZone,
    facts.extensionVersion,
    facts.health,
    pollsASecond(rateLimitFactor),
  ] as const;
  const [row] = await retryConflicts(() => poll(db, [...values]));
  if (!row) throw unauthorized('auth.invalid', 'This device is not known. Please link the page again.');
  if (row.too_fast) throw tooManyRequests(1);
  if (row.page_guid === null) {
    return { page: null, claimed: null, waitReason: null, nextPollSeconds: POLL_AGAIN_SECONDS.busy };
  }
  const page = {
    guid: row.page_guid,
    linked: row.linked,
    ...(!row.linked && row.void_reason ? { unlinked_reason: row.void_reason } : {}),
  };
  if (row.is_held) return { page, claimed: null, waitReason: null, nextPollSeconds: POLL_AGAIN_SECONDS.busy };
  const busy = row.in_flight && !row.is_reclaimable;
  const mayClaim = row.linked && row.owner_active && row.switch_on && row.health === 'ok' && !busy;
  if (!mayClaim || !(row.has_claimable || row.in_flight)) {
    const waits = row.linked && row.has_waiting;
    const nextPollSeconds = busy
      ? POLL_AGAIN_SECONDS.busy
      : waits
        ? POLL_AGAIN_SECONDS.waiting
        : POLL_AGAIN_SECONDS.idle;
    return { page, claimed: null, waitReason: waits ? reasonOf(row) : null, nextPollSeconds };
  }
  const claimToken = newSecret();
  const { outcome, claimed } = await claimPosting(db, {
    pageGuid: row.page_guid,
    deviceId: row.device_id,
    tokenHash: hashSecret(claimToken),
    leaseSeconds,
  });
  if (outcome === 'claimed') {
    return {
      page,
      claimed: { ...claimed, claimToken },
      waitReason: null,
      nextPollSeconds: POLL_AGAIN_SECONDS.claimed,
    };
  }
  return {
    page,
    claimed: null,
    waitReason: outcome === 'insufficient_credits' ? outcome : null,
    // Beaten by another claim, or out of credits: another assistant's posting may be next.
    nextPollSeconds: POLL_AGAIN_SECONDS.busy,
  };
}

export type Report =
  | { readonly kind: 'submitting' | 'heartbeat' }
  | { readonly kind: 'posted'; readonly externalPostId: string | null; readonly postedAt: Date | null }
  | { readonly kind: 'failed'; readonly message: string; readonly code: string };

interface ReportedClaim {
  readonly secretHash: Buffer;
  readonly postingId: string;
  readonly claimToken: string;
  readonly leaseSeconds: number;
}

function send(
  db: Db,
  { secretHash, postingId, claimToken, leaseSeconds }: ReportedClaim,
  report: Report,
): Promise<(reports.ReportRow | reports.LeaseRow)[]> {
  const claim = [secretHash, postingId, hashSecret(claimToken)] as const;
  switch (report.kind) {
    case 'submitting':
      return reports.submitting(db, [...claim, leaseSeconds]);
    case 'heartbeat':
      return reports.heartbeat(db, [...claim, leaseSeconds]);
    case 'posted':
      return reports.posted(db, [...claim, report.externalPostId, report.postedAt]);
    case 'failed':
      return reports.failed(db, [...claim, report.message, report.code]);
  }
}

/**
 * What a device says of its claim. An older token is a 409, the same report twice a success twice, a different second
 * report a 409: whatever arrives twice or late changes nothing.
 */
export async function reportPosting(
  db: Db,
  claim: ReportedClaim,
  report: Report,
): Promise<{ status: string; leaseExpiresAt: Date | null }> {
  const [row] = await retryConflicts(() => send(db, claim, report));
  if (!row?.device_known) throw unauthorized('auth.invalid', 'This device is not known. Please link the page again.');
  if (!row.posting_known) throw notFound('posting.not_found', 'There is no such posting on this page.');
  if (row.moved) {
    const status = report.kind === 'posted' ? 'posted' : report.kind === 'failed' ? 'failed' : row.status;
    return { status, leaseExpiresAt: 'lease_expires_at' in row ? row.lease_expires_at : null };
  }
  if (row.token_fits && row.report === report.kind) return { status: row.status, leaseExpiresAt: null };
  if (row.token_fits && row.report !== null) {
    throw conflict('posting.already_reported', `This posting was already reported as ${row.report}.`);
  }
  throw conflict('posting.claim_lost', 'This claim is over; the posting may have been handed out again.');
}
