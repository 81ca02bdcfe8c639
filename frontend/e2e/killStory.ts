import type { AcceptedPost } from './creatorSite/SiteRecords.ts';
import { expireLease, passDoubt } from './expireLease.ts';
import type { ExtensionStory, StorySite } from './extensionStory.ts';

/** Where in the life of a posting something is killed. `prepared`: the server does not know yet that the form is filled in. */
const HOLDS = {
  claimed: ({ site }: ExtensionStory) => site.holdAnswer('/api/uploads'),
  prepared: ({ proxy }: ExtensionStory) => proxy.holdCall('/submitting'),
  submitting: ({ proxy }: ExtensionStory) => proxy.holdAnswer('/submitting'),
  pressing: ({ site }: ExtensionStory) => site.holdAnswer('/api/posts'),
  reporting: ({ proxy }: ExtensionStory) => proxy.holdCall('/posted'),
};
type Step = keyof typeof HOLDS;
export const STEPS = Object.keys(HOLDS) as Step[];

/** What became of a posting. */
export interface Settled {
  /** How often the post is on the site. */
  readonly times: number;
  readonly isPosted: boolean;
  readonly isUnconfirmed: boolean;
  /** How often it was in doubt, and how often the feed said that it is not live. */
  readonly doubts: number;
  readonly absences: number;
  /** Verdicts that the site contradicts. */
  readonly wrong: number;
}

const SETTLE_MS = 600_000;

/** Posts a flyer, which the site answers with 504, and kills something at the step. A kill at the report strikes the one that `reports` names. */
export async function killAt(
  story: ExtensionStory,
  text: string,
  { step, reports, kill }: { step: Step; reports: 'post' | 'verdict'; kill: () => Promise<void> },
): Promise<Settled> {
  const ofVerdict = step === 'reporting' && reports === 'verdict';
  story.site.switches.answer = step === 'reporting' && !ofVerdict ? 'link' : '504';
  const held = ofVerdict ? null : HOLDS[step](story);
  await story.queue([text]);
  if (held) {
    await held.arrived;
    await kill();
    held.release();
  }
  return settle(story, text, ofVerdict ? () => killAtVerdict(story, kill) : null);
}

/** The extension has asked what to look for and read the feed, and is about to report what it saw. */
async function killAtVerdict(story: ExtensionStory, kill: () => Promise<void>): Promise<void> {
  const asked = story.proxy.holdAnswer('/feed-checks');
  await story.wakeExtension();
  await asked.arrived;
  const report = story.proxy.holdCall('/feed-checks');
  asked.release();
  await Promise.race([report.arrived, story.browser.untilIdle()]);
  await kill();
  report.release();
}

type CountedSite = StorySite &
  ({ readonly accepted: readonly AcceptedPost[] } | { timesLive(text: string): Promise<number> });
type AnyStory = ExtensionStory<CountedSite>;

const timesLive = async (site: CountedSite, text: string): Promise<number> =>
  'timesLive' in site ? site.timesLive(text) : site.accepted.filter((post) => post.text === text).length;

/**
 * Does what is to be done until the posting is posted, at most for a time: time passes, and the user retries what the feed does not
 * show.
 */
export async function settle(
  story: AnyStory,
  text: string,
  atFirstDoubt: (() => Promise<void>) | null = null,
  withinMs = SETTLE_MS,
  /** Whether a posting may fail for this reason, if nothing is live. */
  mayFail: (code: string | null) => boolean = (code) => code === 'not_posted',
): Promise<Settled> {
  let [doubts, absences, wrong] = [0, 0, 0];
  let isNews = true;
  for (const deadline = Date.now() + withinMs; ; ) {
    await story.browser.untilIdle();
    const { id, status, error_code: code } = await story.postingOf(text);
    const isPosted = status === 'posted' || status === 'completed';
    const isUnconfirmed = code === 'unconfirmed';
    const times = await timesLive(story.site, text);
    if (isPosted || Date.now() > deadline) {
      return { times, isPosted, isUnconfirmed, doubts, absences, wrong: wrong + Number(isPosted && times === 0) };
    }
    if (isUnconfirmed && isNews) {
      await passDoubt(story.product, id);
      doubts += 1;
      if (doubts === 1) await atFirstDoubt?.();
    } else if (status === 'failed' && !isUnconfirmed) {
      absences += 1;
      wrong += Number(!mayFail(code) || times > 0);
      await story.retry(text);
    }
    isNews = !isUnconfirmed;
    await story.wakeExtension();
    await story.browser.untilIdle();
    // The extension has dropped it. The lease may have been given back meanwhile.
    if ((await story.postingOf(text)).status === 'posting') await expireLease(story.product, id).catch(() => undefined);
  }
}
