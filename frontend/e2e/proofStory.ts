import type { TaskPosting } from '@flyerdeck/contracts';
import { passDoubt } from './expireLease.ts';
import { type ExtensionStory, expect } from './extensionStory.ts';

/** Longest time until an alarm wakes the worker on a busy machine. */
const ALARM_MS = 60_000;

/** Posts a flyer with this text, and kills something next to the press. Returns the posting, which is then in doubt. */
export async function postAndKill(
  story: ExtensionStory,
  text: string,
  step: 'before the press' | 'after the press',
  kill: () => Promise<void>,
): Promise<TaskPosting> {
  const held =
    step === 'before the press' ? story.proxy.holdAnswer('/submitting') : story.site.holdAnswer('/api/posts');
  await story.queue([text]);
  await story.startPosting();
  await held.arrived;
  await kill();
  held.release();
  const posting = () => story.postingOf(text);
  const { id } = await posting();
  await story.expireLease(id);
  await expect.poll(posting, { timeout: ALARM_MS, intervals: [250] }).toMatchObject({ error_code: 'unconfirmed' });
  await passDoubt(story.product, id);
  return posting();
}

/** Makes the extension look into the feed. Resolves when it has reported what it saw. */
export async function readFeed(story: ExtensionStory): Promise<void> {
  const asked = story.proxy.holdAnswer('/feed-checks');
  await story.wakeExtension();
  await asked.arrived;
  const reported = story.proxy.holdAnswer('/feed-checks');
  asked.release();
  await reported.arrived;
  reported.release();
}

/**
 * Makes the extension look into the feed until the posting is no longer in doubt, at most for a minute: a look that began before
 * the doubt was due does not ask about it.
 */
export async function settleDoubt(story: ExtensionStory, text: string): Promise<void> {
  for (const deadline = Date.now() + ALARM_MS; Date.now() < deadline; ) {
    await story.wakeExtension();
    await story.browser.untilIdle();
    if ((await story.postingOf(text)).error_code !== 'unconfirmed') return;
  }
}

/** The feed shows a post of yesterday, so that it reaches back to before every other post. */
export function postYesterday({ site }: ExtensionStory): void {
  const postedAt = new Date(Date.now() - 86_400_000).toISOString();
  const [account] = site.state.accounts;
  if (account)
    site.state.post(account, { text: 'Yesterday', upload: null, scheduledFor: null, expiresInDays: null, postedAt });
}

export const timesLive = ({ site }: ExtensionStory, text: string): number =>
  site.posts.filter((post) => post.text === text).length;
