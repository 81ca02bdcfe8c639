import { type Device, read, write } from './extensionStorage.ts';
import { packInUse } from './packInUse.ts';
import { getFeedChecks, sendFeedVerdicts } from './productApi.ts';
import { readFeedOf } from './readFeedOf.ts';

const UNREADABLE_MS = 15 * 60_000;

/** After a posting the server wants to know whether the feed shows it. */
export async function expectFeedCheck(): Promise<void> {
  const { unreadableUntilMs = 0 } = (await read('feedCheck')) ?? {};
  await write('feedCheck', { dueAtMs: Math.max(Date.now(), unreadableUntilMs), unreadableUntilMs });
}

/**
 * Reads the page's own feed if the server wants to know whether posts are there. Nothing depends on it: what fails is tried again
 * later.
 */
export async function checkFeed(device: Device): Promise<void> {
  const known = await read('feedCheck');
  if (known && (known.dueAtMs === null || Date.now() < known.dueAtMs)) return;
  const laterMs = Date.now() + UNREADABLE_MS;
  // Written first, so that a check that ends the worker is not repeated at once.
  await write('feedCheck', { dueAtMs: laterMs, unreadableUntilMs: laterMs });
  try {
    const { checks, known_post_ids: knownPostIds, next_check_seconds: seconds } = await getFeedChecks(device.secret);
    let isReadable = true;
    if (checks.length > 0) {
      const answer = await readFeedOf(device.page, await packInUse(), checks, knownPostIds);
      isReadable = answer.isReadable;
      await sendFeedVerdicts(device.secret, answer.verdicts);
    }
    const dueAtMs = seconds === null ? null : Date.now() + seconds * 1_000;
    if (isReadable) await write('feedCheck', { dueAtMs, unreadableUntilMs: 0 });
  } catch {
    // It is tried again in a quarter of an hour.
  }
}
