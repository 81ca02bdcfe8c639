import { BUILT_IN_SITE_PACK } from '@flyerdeck/contracts/builtInSitePack';
import type { FeedVerdict } from '@flyerdeck/contracts/types';
import type { ToContent } from '../shared/messages.ts';
import { type Device, read, write } from './extensionStorage.ts';
import { getFeedChecks, sendFeedVerdicts } from './productApi.ts';
import { ask, visit } from './workTab.ts';

/** The feed must look the same this long: pages render their parts one after another. */
const UNCHANGED_MS = 1_000;
const READS = 5;
const AFTER_FAILURE_MS = 15 * 60_000;

/**
 * Reads the page's own feed if the server wants to know whether posts are there. Nothing depends on it: what fails is tried again
 * later.
 */
export async function checkFeed(device: Device): Promise<void> {
  const known = await read('feedCheck');
  if (known && (known.dueAtMs === null || Date.now() < known.dueAtMs)) return;
  let dueAtMs: number | null = Date.now() + AFTER_FAILURE_MS;
  // Written first, so that a check that ends the worker is not repeated at once.
  await write('feedCheck', { dueAtMs });
  try {
    const { checks, known_post_ids: knownPostIds, next_check_seconds: seconds } = await getFeedChecks(device.secret);
    dueAtMs = seconds === null ? null : Date.now() + seconds * 1_000;
    if (checks.length > 0) {
      const { creatorId, username } = device.page;
      const pack = BUILT_IN_SITE_PACK;
      const path = pack.feed.path.replace('{username}', username);
      const verdicts = await readTwice(path, { kind: 'feed', pack, path, creatorId, checks, knownPostIds });
      await sendFeedVerdicts(device.secret, verdicts);
    }
    await write('feedCheck', { dueAtMs });
  } catch {
    // The next check is in a quarter of an hour.
  }
}

type FeedMessage = Extract<ToContent, { kind: 'feed' }>;

/** The verdicts, once the feed gives the same ones twice. If it does not stop changing, it says nothing. */
async function readTwice(path: string, message: FeedMessage): Promise<FeedVerdict[]> {
  const tabId = await visit(path);
  try {
    let before = '';
    for (let reads = 1; reads <= READS; reads++) {
      const { verdicts } = await ask(tabId, message);
      const now = JSON.stringify(verdicts);
      if (now === before) return verdicts;
      before = now;
      await new Promise((resolve) => setTimeout(resolve, UNCHANGED_MS));
    }
    return message.checks.map(({ posting_id, attempt }) => ({ posting_id, attempt, verdict: 'unreadable' }));
  } finally {
    // The tab shows the account again, whatever the feed's page is like.
    await visit('/').catch(() => undefined);
  }
}
