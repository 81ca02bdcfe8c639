import type { Pool } from 'pg';
import { type Db, statement } from '../../src/database/statement.ts';
import { createDeviceCalls, type DeviceCalls } from '../../src/extension/extension.service.ts';
import { hashSecret, newSecret } from '../../src/http/secrets.ts';
import { completePosting } from '../../src/postings/completePosting.query.ts';
import { dbOn } from '../../test/dbOn.ts';
import { pageAt } from './fillQueue.ts';

/** The product's claims, reports and screenshots, as the benches call them. */

export const CONNECTIONS = 10;
/** Devices that call at the same moment. Their calls are gathered in batches, so they need few connections. */
export const DEVICES = 50;
const LEASE_SECONDS = 3_600;

/** Work on the page at a position of the queue. */
export type Work = (calls: DeviceCalls, position: number) => Promise<void>;

async function claim(calls: DeviceCalls, position: number): Promise<{ postingId: string; tokenHash: Buffer }> {
  const tokenHash = hashSecret(newSecret());
  const { claimed } = await calls.claim({ pageGuid: pageAt(position).guid, tokenHash, leaseSeconds: LEASE_SECONDS });
  if (!claimed) throw new Error('a page with pending postings had nothing to claim');
  return { postingId: claimed.id, tokenHash };
}

export const claimOne: Work = async (calls, position) => {
  await claim(calls, position);
};

/** As `claimDueScreenshots`, but for a given posting, because pgbench needs a known id. */
const takeScreenshot = statement<never, [string]>(
  `UPDATE pending_screenshots s SET tries = tries + 1, try_after = now() + interval '1 minute' WHERE posting_id = $1
   RETURNING s.posting_id, s.tries, s.owner_id,
     (SELECT status IN ('posted', 'completed') FROM page_postings p WHERE p.id = s.posting_id) AS is_sent,
     (SELECT picture_file_id FROM page_postings p WHERE p.id = s.posting_id) AS picture_file_id`,
);
/** The id of the posting is also the id of the file, so that pgbench knows it. */
const addFile = statement<never, [string]>(
  `INSERT INTO files (id, owner_id, sha256, content_type, byte_size, width, height)
   SELECT id, owner_id, md5(id::text), 'image/png', 200000, 1280, 900 FROM page_postings WHERE id = $1`,
);

/** Stores the outcome of a screenshot as the worker does, without a browser and without storing a picture. */
async function finishScreenshot(db: Db, postingId: string): Promise<void> {
  await takeScreenshot(db, [postingId]);
  await addFile(db, [postingId]);
  await completePosting(db, postingId, { screenshotFileId: postingId });
}

/** All statements of the server for one posting: claim with charge, two heartbeats, submitting, posted, screenshot. */
export const wholeLifecycle: Work = async (calls, position) => {
  const { postingId, tokenHash } = await claim(calls, position);
  const claimed = { secretHash: pageAt(position).deviceHash, postingId, tokenHash };
  const { report, db } = calls;
  await report.heartbeat({ ...claimed, leaseSeconds: LEASE_SECONDS });
  await report.submitting({ ...claimed, leaseSeconds: LEASE_SECONDS });
  await report.heartbeat({ ...claimed, leaseSeconds: LEASE_SECONDS });
  const row = await report.posted({ ...claimed, externalPostId: null, postedAt: null });
  if (!row?.moved) throw new Error('a posting was not posted');
  await finishScreenshot(db, postingId);
};

/** Runs `work` for 50 devices at once, one time for each position. */
export async function runWork(
  pool: Pool,
  work: Work,
  { firstPosition, seconds }: { firstPosition: number; seconds: number },
): Promise<{ calls: number; seconds: number }> {
  const calls = createDeviceCalls(dbOn(pool));
  let position = firstPosition;
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  const go = async () => {
    while (performance.now() < until) await work(calls, position++);
  };
  await Promise.all(Array.from({ length: DEVICES }, go));
  return { calls: position - firstPosition, seconds: (performance.now() - startedAt) / 1_000 };
}
