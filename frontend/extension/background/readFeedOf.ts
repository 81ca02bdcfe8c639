import type { SitePack } from '@flyerdeck/contracts/sitePack';
import type { FeedCheck } from '@flyerdeck/contracts/types';
import type { AnswerTo } from '../shared/messages.ts';
import { withUsername } from '../sites/addresses.ts';
import type { SitePage } from '../sites/site.ts';
import { ask, visit } from './workTab.ts';

/** The feed must look the same this long: pages render their parts one after another. */
const UNCHANGED_MS = 1_000;
const READS = 5;

/** What the page's own feed says, once it says the same twice. If it does not stop changing, it can not be read. */
export async function readFeedOf(
  { creatorId, username }: SitePage,
  pack: SitePack,
  checks: readonly FeedCheck[],
  knownPostIds: readonly string[],
): Promise<AnswerTo['feed']> {
  const path = withUsername(pack.feed.path, username);
  const tabId = await visit(path);
  try {
    let before = '';
    for (let reads = 1; reads <= READS; reads++) {
      const answer = await ask(tabId, { kind: 'feed', pack, username, creatorId, checks, knownPostIds });
      const now = JSON.stringify(answer);
      if (!answer.isReadable || now === before) return answer;
      before = now;
      await new Promise((resolve) => setTimeout(resolve, UNCHANGED_MS));
    }
    const verdicts = checks.map(({ posting_id, attempt }) => ({ posting_id, attempt, verdict: 'unreadable' }) as const);
    return { isReadable: false, verdicts };
  } finally {
    // The tab shows the account again, whatever the feed's page is like.
    await visit('/').catch(() => undefined);
  }
}
