import type { SitePack } from '@flyerdeck/contracts/sitePack';
import { composerPath } from '@flyerdeck/contracts/sitePackWords';
import { imageOf, type PostToPrepare, type TestResult } from '../shared/messages.ts';
import { withPack } from '../shared/packInUse.ts';
import type { Problem, SitePage } from '../sites/site.ts';
import { findFlyer, type PostedFlyer } from './feedChecks.ts';
import { serverNow } from './productApi.ts';
import { ask, currentSiteState, onFeedBeside, visit } from './workTab.ts';

const FLYERS = 2;
const PRESS_WITHIN_MS = 30_000;
const FOUND_WITHIN_MS = 90_000;
const LOOK_AGAIN_MS = 3_000;

/** With two flyers a shared id shows. Ends at the first that fails. Not while the extension does other work. */
export function testPack(pack: SitePack): Promise<readonly TestResult[]> {
  return navigator.locks.request('work', () =>
    withPack(pack, async () => {
      const results: TestResult[] = [];
      while (results.length < FLYERS && results.every(({ problem }) => problem === null)) {
        results.push(
          await postFlyer(pack, results.length + 1).catch((error: unknown) => resultOf(error as Partial<Problem>)),
        );
      }
      return results;
    }),
  );
}

const resultOf = ({ message = 'Something went wrong.', missing = [] }: Partial<Problem>): TestResult => {
  const step = /^steps\.(\d+)/.exec(missing[0] ?? '')?.[1];
  return { problem: message, step: step === undefined ? null : Number(step) };
};

async function postFlyer(pack: SitePack, n: number): Promise<TestResult> {
  const text = `Flyerdeck test ${n} of ${new Date().toISOString().slice(11, 19)}\n<b>bold</b> & #tag @name Привет 🌙`;
  const startedMs = await serverNow();
  const tabId = await visit(composerPath(pack));
  const { page, problem } = await currentSiteState({ freshWithinMs: PRESS_WITHIN_MS });
  if (!page) return resultOf(problem ?? { message: 'The creator site asks to log in.' });
  const post: PostToPrepare = {
    postingId: `test-${startedMs}`,
    text,
    image: await testImage(n),
    scheduledFor: null,
    creatorId: page.creatorId,
  };
  const prepared = await ask(tabId, { kind: 'prepare', post, pack });
  if (prepared.problem) return resultOf(prepared.problem);
  const { willPress } = await ask(tabId, {
    kind: 'press',
    postingId: post.postingId,
    beforeMs: Date.now() + PRESS_WITHIN_MS,
  });
  if (!willPress) return resultOf({ message: 'The new post was closed before it was sent.' });
  return {
    problem: await whyNotFound(page, { posting_id: post.postingId, text, has_image: true, sinceMs: startedMs }),
    step: null,
  };
}

async function whyNotFound(page: SitePage, flyer: PostedFlyer): Promise<string | null> {
  for (const untilMs = Date.now() + FOUND_WITHIN_MS; ; ) {
    const found = await findFlyer(page, onFeedBeside, flyer, { checks: [], known_posts: [] }).catch(() => null);
    if (found?.verdict === 'found') return null;
    if (Date.now() > untilMs) {
      return found?.verdict === 'absent'
        ? 'The flyer is not in your posts.'
        : 'Your posts could not be read or told apart. Click your post again, on its text.';
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

async function testImage(n: number): Promise<NonNullable<PostToPrepare['image']>> {
  const canvas = new OffscreenCanvas(640, 480);
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = n === 1 ? '#5b55e0' : '#0f8a6c';
    context.fillRect(0, 0, 640, 480);
  }
  return imageOf(await canvas.convertToBlob({ type: 'image/png' }));
}
