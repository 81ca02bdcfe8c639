import type { TaskPosting } from '@flyerdeck/contracts';
import { passDoubt } from './expireLease.ts';
import { type ExtensionStory, expect } from './extensionStory.ts';

/** Longest time until an alarm wakes the worker on a busy machine. */
const ALARM_MS = 60_000;

/** Where in the life of a posting something is killed. */
export const STEPS = ['before the press', 'after the press', 'before the report'] as const;
export const VICTIMS = ['worker', 'browser', 'server'] as const;
export type Step = (typeof STEPS)[number];
export type Victim = (typeof VICTIMS)[number];

/** What is left for a person, or without a readable feed. A killed browser forgets what its pages have recorded. */
export function resultWithoutFeed(step: Step, victim: Victim): { isLive: boolean; isInDoubt: boolean } {
  if (step === 'before the press' && victim !== 'server') return { isLive: false, isInDoubt: true };
  return { isLive: true, isInDoubt: step === 'after the press' && victim === 'browser' };
}

const hold = (story: ExtensionStory, step: Step) => {
  if (step === 'before the press') return story.proxy.holdAnswer('/submitting');
  if (step === 'after the press') return story.site.holdAnswer('/api/posts');
  return story.proxy.holdCall('/posted');
};

/** Posts a flyer with this text, and kills something at the step. Returns the posting after the extension went on. */
export async function postAndKill(
  story: ExtensionStory,
  text: string,
  step: Step,
  kill: () => Promise<void>,
  { isInDoubt }: { readonly isInDoubt: boolean },
): Promise<TaskPosting> {
  const held = hold(story, step);
  await story.queue([text]);
  await story.startPosting();
  await held.arrived;
  await kill();
  held.release();
  const posting = () => story.postingOf(text);
  if (!isInDoubt) {
    await expect.poll(posting, { timeout: ALARM_MS, intervals: [250] }).toMatchObject({ status: 'completed' });
    return posting();
  }
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
