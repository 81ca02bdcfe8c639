import { type Device, read, write } from '../shared/extensionStorage.ts';
import { packInUse } from '../shared/packInUse.ts';
import { getFeedChecks, sendFeedVerdicts } from './productApi.ts';
import { readFeedOf } from './readFeedOf.ts';
import { currentSiteState } from './workTab.ts';

const AGAIN_MS = 15 * 60_000;
/** The page is shown since the feed was read. */
const FRESH_MS = 60_000;

async function isAccountShown(): Promise<boolean> {
  const { isLoggedIn, problem } = await currentSiteState({ freshWithinMs: FRESH_MS });
  return isLoggedIn && problem === null;
}

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
    const { isReadable, verdicts } = await readFeedOf(device.page, await packInUse(), checks, knownPostIds);
    // A captcha or a login is in the feed's place. Told of it, the server would ask again much later than the site works again.
    if (!isReadable && !(await isAccountShown())) return;
    await sendFeedVerdicts(device.secret, verdicts);
  } catch {
    // It is tried again in a quarter of an hour, or at the time that the server named.
  }
}
