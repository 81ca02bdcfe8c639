import type { AnswerTo, ToContent } from '../shared/messages.ts';
import { type Device, read, write } from './extensionStorage.ts';
import { packInUse } from './packInUse.ts';
import { getFeedChecks, sendFeedVerdicts } from './productApi.ts';
import { ask, visit } from './workTab.ts';

/** The feed must look the same this long: pages render their parts one after another. */
const UNCHANGED_MS = 1_000;
const READS = 5;
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
      const { creatorId, username } = device.page;
      const pack = await packInUse();
      const path = pack.feed.path.replace('{username}', username);
      const answer = await readUntilUnchanged(path, { kind: 'feed', pack, path, creatorId, checks, knownPostIds });
      isReadable = answer.isReadable;
      await sendFeedVerdicts(device.secret, answer.verdicts);
    }
    const dueAtMs = seconds === null ? null : Date.now() + seconds * 1_000;
    if (isReadable) await write('feedCheck', { dueAtMs, unreadableUntilMs: 0 });
  } catch {
    // It is tried again in a quarter of an hour.
  }
}

type FeedMessage = Extract<ToContent, { kind: 'feed' }>;

/** The verdicts, once the feed gives the same ones twice. If it does not stop changing, it can not be read. */
async function readUntilUnchanged(path: string, message: FeedMessage): Promise<AnswerTo['feed']> {
  const tabId = await visit(path);
  try {
    let before = '';
    for (let reads = 1; reads <= READS; reads++) {
      const answer = await ask(tabId, message);
      const now = JSON.stringify(answer);
      if (!answer.isReadable || now === before) return answer;
      before = now;
      await new Promise((resolve) => setTimeout(resolve, UNCHANGED_MS));
    }
    const verdicts = message.checks.map(
      ({ posting_id, attempt }) => ({ posting_id, attempt, verdict: 'unreadable' }) as const,
    );
    return { isReadable: false, verdicts };
  } finally {
    // The tab shows the account again, whatever the feed's page is like.
    await visit('/').catch(() => undefined);
  }
}
