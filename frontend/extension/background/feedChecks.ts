import type { FeedCheck, FeedChecks, FeedVerdict, KnownPost } from '@flyerdeck/contracts/types';
import { type Device, type Posting, read, write } from '../shared/extensionStorage.ts';
import type { AnswerTo } from '../shared/messages.ts';
import { packInUse } from '../shared/packInUse.ts';
import { withUsername } from '../sites/addresses.ts';
import type { SitePage } from '../sites/site.ts';
import { getFeedChecks, sendFeedVerdicts, serverNow } from './productApi.ts';
import { ask, currentSiteState, onFeed } from './workTab.ts';

const AGAIN_MS = 15 * 60_000;
/** A later time is from before the clock of this machine was set back. */
const MAX_AHEAD_MS = 24 * 60 * 60_000;
/** The page is shown since the feed was read. */
const FRESH_MS = 60_000;

export const expectFeedCheck = (): Promise<void> => write('feedCheck', { dueAtMs: Date.now() });

/** Nothing depends on it: what fails is tried again later. */
export async function checkFeed(device: Device): Promise<void> {
  const known = await read('feedCheck');
  const aheadMs = (known?.dueAtMs ?? 0) - Date.now();
  if (known?.dueAtMs === null || (aheadMs > 0 && aheadMs <= MAX_AHEAD_MS)) return;
  // Written first, so that a check that ends the worker is not repeated at once.
  await write('feedCheck', { dueAtMs: Date.now() + AGAIN_MS });
  try {
    const { checks, known_posts: knownPosts, next_check_seconds: seconds } = await getFeedChecks(device.secret);
    await write('feedCheck', {
      dueAtMs: seconds === null ? null : Date.now() + Math.min(seconds * 1_000, MAX_AHEAD_MS),
    });
    if (checks.length === 0) return;
    const { isReadable, verdicts } = await readFeedOf(device.page, onFeed, checks, knownPosts);
    // A captcha or a login is in the feed's place. Told of it, the server would ask again much later than the site works again.
    const site = isReadable ? null : await currentSiteState({ freshWithinMs: FRESH_MS });
    if (site && (!site.isLoggedIn || site.problem)) return;
    await sendFeedVerdicts(device.secret, verdicts);
  } catch {
    // It is tried again in a quarter of an hour, or at the time that the server named.
  }
}

/** The clocks of the site and of this machine differ, and the site may show minutes only. */
const SLACK_MS = 5 * 60_000;

export type PostedFlyer = Pick<FeedCheck, 'posting_id' | 'text' | 'has_image'> & { readonly sinceMs: number };

/** `checks` may be about the same post, and `known_posts` are other ones. */
export async function findFlyer(
  page: SitePage,
  onPage: typeof onFeed,
  { sinceMs, ...flyer }: PostedFlyer,
  { checks, known_posts }: Pick<FeedChecks, 'checks' | 'known_posts'>,
): Promise<FeedVerdict | null> {
  const from = new Date(sinceMs - SLACK_MS).toISOString();
  const to = new Date((await serverNow()) + SLACK_MS).toISOString();
  const check: FeedCheck = { ...flyer, attempt: 1, kind: 'unconfirmed', external_post_id: null, from, to };
  const { verdicts } = await readFeedOf(page, onPage, [check, ...checks], known_posts);
  return verdicts[0] ?? null;
}

/** A scheduled post is not in the feed before its time. */
export async function findInFeed(
  device: Device,
  { id, text, image_url, claimedAt, scheduled_for }: Posting,
  onPage = onFeed,
): Promise<{ readonly externalPostId: string } | 'absent' | 'unreadable'> {
  if (scheduled_for !== null) return 'absent';
  try {
    const { checks, known_posts } = await getFeedChecks(device.secret);
    // A post of the same text may be that of another posting in doubt.
    const inDoubt = checks.filter(({ kind, posting_id: other }) => kind === 'unconfirmed' && other !== id);
    const flyer = { posting_id: id, text, has_image: image_url !== null, sinceMs: Date.parse(claimedAt) };
    const found = await findFlyer(device.page, onPage, flyer, { checks: inDoubt, known_posts });
    if (found?.verdict === 'found') return { externalPostId: found.external_post_id };
    return found?.verdict ?? 'unreadable';
  } catch {
    return 'unreadable';
  }
}

/** The feed must look the same this long: pages render their parts one after another. */
const UNCHANGED_MS = 1_000;
const READS = 5;

/** A feed that does not stop changing cannot be read. */
async function readFeedOf(
  { creatorId, username }: SitePage,
  onPage: typeof onFeed,
  checks: readonly FeedCheck[],
  knownPosts: readonly KnownPost[],
): Promise<AnswerTo['feed']> {
  const pack = await packInUse();
  return onPage(withUsername(pack.feed.path, username), async (tabId) => {
    let before = '';
    for (let reads = 1; reads <= READS; reads++) {
      const answer = await ask(tabId, { kind: 'feed', pack, username, creatorId, checks, knownPosts });
      const now = JSON.stringify(answer);
      if (!answer.isReadable || now === before) return answer;
      before = now;
      await new Promise((resolve) => setTimeout(resolve, UNCHANGED_MS));
    }
    const verdicts = checks.map(({ posting_id, attempt }) => ({ posting_id, attempt, verdict: 'unreadable' }) as const);
    return { isReadable: false, verdicts };
  });
}
