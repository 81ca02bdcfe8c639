import { randomBytes } from 'node:crypto';
import type { FeedVerdict } from '@flyerdeck/contracts';
import type { Db } from '../src/database/statement.ts';
import {
  createDeviceCalls,
  type DeviceCalls,
  type PollOutcome,
  pollDevice,
  type Report,
  reportPosting,
} from '../src/pages/device/extension.service.ts';
import { feedChecksOf, reportFeed } from '../src/postings/feedChecks/feedChecks.service.ts';
import { hashSecret } from '../src/server/security/secrets.ts';
import type { BuiltPage } from './factories.ts';

export type Claimed = NonNullable<PollOutcome['claimed']>;

/** The devices of a database poll in the same batches, as in one process. */
const callsByDb = new WeakMap<Db, DeviceCalls>();

function callsOn(db: Db): DeviceCalls {
  const calls = callsByDb.get(db) ?? createDeviceCalls(db);
  callsByDb.set(db, calls);
  return calls;
}

/** The calls of a page's device, for tests without HTTP. */
export function deviceOf(db: Db, page: BuiltPage, { leaseSeconds = 120, on = undefined as Db | undefined } = {}) {
  const secretHash = hashSecret(page.deviceSecret);
  const handle = on ?? db;
  const poll = (facts: Parameters<typeof pollDevice>[2] = {}) =>
    pollDevice(callsOn(handle), secretHash, facts, { leaseSeconds, rateLimitFactor: 1_000_000 });
  const report = (claimed: { id: string; claimToken: string }, what: Report) =>
    reportPosting(
      callsOn(handle),
      { secretHash, postingId: claimed.id, claimToken: claimed.claimToken, leaseSeconds },
      what,
    );
  return {
    poll,
    async claim(): Promise<Claimed> {
      const { claimed, waitReason } = await poll();
      if (!claimed) throw new Error(`nothing was claimed: ${waitReason}`);
      return claimed;
    },
    submitting: (claimed: Claimed) => report(claimed, { kind: 'submitting' }),
    heartbeat: (claimed: Claimed) => report(claimed, { kind: 'heartbeat' }),
    posted: (
      claimed: { id: string; claimToken: string },
      externalPostId: string | null = randomBytes(4).toString('hex'),
    ) => report(claimed, { kind: 'posted', externalPostId, postedAt: null }),
    failed: (
      claimed: { id: string; claimToken: string },
      message = 'The site said no.',
      code = 'site_changed',
      retryAfterSeconds?: number,
    ) => report(claimed, { kind: 'failed', message, code, retryAfterSeconds }),
    notPressed: (claimed: { id: string; claimToken: string }) =>
      report(claimed, { kind: 'failed', message: 'Nothing was pressed.', code: 'not_pressed' }),
    postedOnOther: (claimed: Claimed, otherCreatorId: string) =>
      report(claimed, {
        kind: 'failed',
        message: 'The account changed while posting: the post may be on another account.',
        code: 'account_changed',
        otherCreatorId,
      }),
    feedChecks: () => feedChecksOf(handle, { secretHash, leaseSeconds }),
    reportFeed: (...verdicts: FeedVerdict[]) => reportFeed(handle, { secretHash, leaseSeconds }, verdicts),
  };
}

/** Makes a posting older, so that its feed check is due. */
export const passTime = (db: Db, postingId: string, interval: string) =>
  db.query(
    `UPDATE page_postings SET status_since = status_since - $2::interval, claimed_at = claimed_at - $2::interval,
       posted_at = posted_at - $2::interval, scheduled_for = scheduled_for - $2::interval WHERE id = $1`,
    [postingId, interval],
  );

/** Sets the end of the lease of a posting to a millisecond ago. */
export const expireLease = (db: Db, postingId: string) =>
  db.query(`UPDATE in_flight SET lease_expires_at = now() - interval '1 millisecond' WHERE posting_id = $1`, [
    postingId,
  ]);

export interface PostingState {
  status: string;
  error_code: string | null;
  error_message: string | null;
  retry_count: number;
  scheduled_for: Date | null;
}

export async function readPosting(db: Db, id: string): Promise<PostingState> {
  const [row]: PostingState[] = await db.query(
    'SELECT status, error_code, error_message, retry_count, scheduled_for FROM page_postings WHERE id = $1',
    [id],
  );
  if (!row) throw new Error('no posting');
  return row;
}
