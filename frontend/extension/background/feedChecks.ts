import { type Device, read, write } from './extensionStorage.ts';
import { packInUse } from './packInUse.ts';
import { getFeedChecks, sendFeedVerdicts } from './productApi.ts';
import { readFeedOf } from './readFeedOf.ts';

const AGAIN_MS = 15 * 60_000;

/** After a posting the server wants to know whether the feed shows it. */
export const expectFeedCheck = (): Promise<void> => write('feedCheck', { dueAtMs: Date.now() });

/**
 * Reads the page's own feed if the server wants to know whether posts are there. Nothing depends on it: what fails is tried again
 * later. The server asks again for what could not be read.
 */
export async function checkFeed(device: Device): Promise<void> {
  const known = await read('feedCheck');
  if (known && (known.dueAtMs === null || Date.now() < known.dueAtMs)) return;
  // Written first, so that a check that ends the worker is not repeated at once.
  await write('feedCheck', { dueAtMs: Date.now() + AGAIN_MS });
  try {
    const { checks, known_post_ids: knownPostIds, next_check_seconds: seconds } = await getFeedChecks(device.secret);
    await write('feedCheck', { dueAtMs: seconds === null ? null : Date.now() + seconds * 1_000 });
    if (checks.length === 0) return;
    const { verdicts } = await readFeedOf(device.page, await packInUse(), checks, knownPostIds);
    await sendFeedVerdicts(device.secret, verdicts);
  } catch {
    // It is tried again in a quarter of an hour, or at the time that the server named.
  }
}
