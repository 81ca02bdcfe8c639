import type { SitePack, SitePackStep, StepOf } from '@flyerdeck/contracts/sitePack';
import { describeStep, isNameIn, stepOf } from '@flyerdeck/contracts/sitePackWords';
import { watchAnswer } from './answer.ts';
import { attachImage, imagesIn, notEmptied, removeImages, UPLOAD_TIMEOUT_MS } from './attachImage.ts';
import { CONTROL_TIMEOUT_MS, Composer } from './Composer.ts';
import { choose, isChosen } from './choose.ts';
import { displayOf, isVisible, waitFor } from './dom.ts';
import { emptyText, fillText, holdsText, htmlOf, shownText } from './fillText.ts';
import { findOne } from './findElements.ts';
import { dismissNotes, namedIn, pressControl } from './pressable.ts';
import { checkSharedAccount, isAccountServed, otherAccount, wrongAccount } from './readAccount.ts';
import { isAnyTimeShown, setTime } from './setTime.ts';
import { type NewPost, needsRunner, type PreparedPost, type PressOutcome, SiteProblem, siteChanged } from './site.ts';
import { clickStill, isReachable, lacksRunner, untilStill } from './trustedInput.ts';

/** A site may restore a draft after the form was filled in. */
const UNCHANGED_MS = 1_000;
const TRIES = 3;
const RETRIED = ['site_changed', 'not_pressed', 'text_not_taken'] as const;
const PRESS_AGAIN_MS = 3_000;
const PRESS_TRIES = 3;
const COVERED_MS = 3_000;

/** Names the part of the new post that is not as it should be. Null: none. */
type Difference = () => string | null;

export async function preparePost(pack: SitePack, post: NewPost): Promise<PreparedPost> {
  if (post.scheduledFor && !stepOf(pack, 'time')) {
    throw new SiteProblem(
      'no_scheduler',
      'The creator site has no scheduler, so nothing can be posted there before its time. Remove the delay.',
    );
  }
  if (await lacksRunner()) throw needsRunner();
  const isServed = await isAccountServed(pack);
  // Once: a site that keeps drafts may give the page another address when it is filled in.
  const composer = Composer.find(pack);
  let before: unknown = null;
  for (let tries = 1; ; tries++) {
    const difference = await doSteps(composer, post).catch((error: unknown) => {
      // What cannot be emptied may come from the try before, whose problem is then the reason.
      if (hasCode(error, 'broken')) throw before ?? error;
      if (tries === TRIES || !RETRIED.some((code) => hasCode(error, code))) throw error;
      before = error;
    });
    await new Promise((resolve) => setTimeout(resolve, UNCHANGED_MS));
    // A page may be shown before it works, and a note may come when it does. Nothing was pressed yet.
    if (!difference) continue;
    const different = difference();
    if (different === null) return preparedPost(composer, post.creatorId, isServed, difference);
    before = new SiteProblem('broken', `The new post does not hold what it should, but another ${different}.`);
    if (tries === TRIES) throw before;
  }
}

const hasCode = (error: unknown, code: SiteProblem['code']): error is SiteProblem =>
  error instanceof SiteProblem && error.code === code;

const isFor = (step: SitePackStep, { image, scheduledFor }: NewPost): boolean => {
  const isOf = 'when' in step ? step.when : step.do === 'time' ? 'time' : step.do === 'attach' ? 'image' : undefined;
  return isOf === undefined || (isOf === 'image' ? image !== null : scheduledFor !== null);
};

const MAX_TITLE = 100;
function enteredIn({ what, as }: StepOf<'fill'>, { text }: NewPost): string {
  const entered =
    what === 'text' ? text : (text.split('\n').find((line) => line.trim() !== '') ?? '').trim().slice(0, MAX_TITLE);
  return as === 'html' ? htmlOf(entered) : entered;
}

async function doSteps(composer: Composer, post: NewPost): Promise<Difference> {
  const { pack } = composer;
  const differences: Difference[] = [];
  dismissNotes(pack);
  const attach = stepOf(pack, 'attach');
  // Should a control publish after all, there is nothing to publish.
  for (const step of pack.steps) {
    if (step.do === 'fill' && composer.field(step)) await empty(composer, step);
    if (step.do === 'attach') await removeImages(composer, step);
  }
  for (const [n, step] of pack.steps.entries()) {
    if (step.do === 'publish') break;
    const what = `Step ${n + 1}: ${describeStep(step)}`;
    if (!isFor(step, post)) continue;
    differences.push(
      ...(await doStep(composer, step, post, what).catch((error: unknown) => {
        throw hasCode(error, 'site_changed')
          ? new SiteProblem('site_changed', error.message, [`steps.${n}.${step.do}`])
          : error;
      })),
    );
  }
  if (!post.image && attach)
    differences.push(() => (imagesIn(composer, attach).length > 0 ? 'number of images' : null));
  // A dialog may have added it only now.
  if (post.image && attach?.shown) {
    await composer.need(() => imagesIn(composer, attach).length > 0, `What follows "${describeStep(attach)}"`);
  }
  if (!post.scheduledFor) differences.push(() => (isAnyTimeShown(composer) ? 'time' : null));

  if (!(await waitFor(composer.postButton, CONTROL_TIMEOUT_MS))) throw composer.postButtonProblem();
  // Some sites enable it when the image is uploaded.
  const enableMs = post.image ? UPLOAD_TIMEOUT_MS : CONTROL_TIMEOUT_MS;
  if (!(await waitFor(composer.enabledPostButton, enableMs))) throw composer.postButtonProblem();
  return () => differences.map((difference) => difference()).find((one) => one !== null) ?? null;
}

/** Returns what has to be as it is then until the press. */
async function doStep(composer: Composer, step: SitePackStep, post: NewPost, what: string): Promise<Difference[]> {
  switch (step.do) {
    case 'press':
      await press(composer, step, what, step.when === 'image' ? UPLOAD_TIMEOUT_MS : undefined);
      return [];
    case 'fill':
      return [await fill(composer, step, enteredIn(step, post), what)];
    case 'attach': {
      if (!post.image) return [];
      await removeImages(composer, step);
      // A page may be shown before it works, and then begin again with an empty form.
      const attached = await attachImage(composer, step, post.image, what, () => checkFilled(composer, post));
      const isOne = () => (step.shown ? imagesIn(composer, step).length === 1 : attached().length === 1);
      return [() => (!isOne() || imagesIn(composer, step).length > 1 ? 'number of images' : null)];
    }
    case 'choose':
      await choose(composer, step, what);
      return [() => (isChosen(composer, step) ? null : `choice (${describeStep(step)})`)];
    case 'time': {
      const at = post.scheduledFor;
      if (!at) return [];
      const isShown = await setTime(composer, step, at);
      return [() => (isShown() ? null : 'time')];
    }
    case 'wait': {
      const isOver = () =>
        step.shown
          ? composer.shownSince(step.shown)() !== null
          : !step.gone || composer.all(step.gone, isVisible).length === 0;
      await composer.need(isOver, what);
      return [];
    }
    case 'keep':
      return [() => (isKept(composer, step) ? null : `choice (${describeStep(step)})`)];
    default:
      return [];
  }
}

function checkFilled(composer: Composer, post: NewPost): void {
  for (const step of composer.pack.steps) {
    if (step.do === 'attach') return;
    const field = step.do === 'fill' && enteredIn(step, post) !== '' ? composer.field(step) : null;
    if (field && shownText(field).trim() === '') throw siteChanged('What was filled in');
  }
}

export async function press(
  composer: Composer,
  { button, names, shows }: StepOf<'press'>,
  what: string,
  timeoutMs?: number,
): Promise<void> {
  const shown = shows && (() => findOne(shows, document, isVisible));
  if (shown?.()) return;
  const control = () => {
    dismissNotes(composer.pack);
    const root = composer.root() ?? document.body;
    return namedIn(root, { button, names });
  };
  for (let tries = 1; ; tries++) {
    // On a page that is loading, what it shows may come after all.
    const found = await composer.need(() => shown?.() ?? control(), what, timeoutMs);
    if (shown?.()) return;
    pressControl(found, what, composer.pack, 'open');
    if (!shown || (await waitFor(shown, PRESS_AGAIN_MS))) return;
    if (tries === PRESS_TRIES) throw siteChanged(`What follows "${what}"`);
  }
}

const placesOf = (composer: Composer, step: StepOf<'fill'>) => {
  const field = () => composer.field(step);
  return { field, shown: () => (step.shown ? composer.one(step.shown) : field()) };
};

async function empty(composer: Composer, step: StepOf<'fill'>): Promise<void> {
  const { field, shown } = placesOf(composer, step);
  const isEmpty = () => {
    const one = shown();
    return one !== null && shownText(one).trim() === '';
  };
  if (isEmpty()) return;
  await emptyText(field);
  if (!(await waitFor(isEmpty, CONTROL_TIMEOUT_MS))) throw notEmptied(step.what);
}

async function fill(composer: Composer, step: StepOf<'fill'>, text: string, what: string): Promise<Difference> {
  const { field, shown } = placesOf(composer, step);
  await composer.need(field, what);
  await empty(composer, step);
  if (text !== '') await fillText(field, shown, text);
  return () => {
    const one = shown();
    return one && holdsText(one, text) ? null : step.what;
  };
}

/** A draft may have changed it. */
function isKept(composer: Composer, { element, is }: StepOf<'keep'>): boolean {
  const found = composer.one(element);
  const value = displayOf(found).trim();
  return is ? found !== null && isNameIn(value, is) : value === '';
}

async function uncoverPostButton(composer: Composer): Promise<void> {
  const shown = composer.enabledPostButton();
  if (!shown) return;
  await untilStill(shown);
  if (isReachable(shown)) return;
  for (const step of composer.pack.steps) {
    const field = step.do === 'fill' ? composer.field(step) : null;
    field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }));
    field?.blur();
  }
  const reachable = () => {
    dismissNotes(composer.pack);
    const button = composer.enabledPostButton();
    return button && isReachable(button) ? button : null;
  };
  const button = await waitFor(reachable, COVERED_MS);
  if (button) await untilStill(button);
}

function preparedPost(composer: Composer, creatorId: string, isServed: boolean, difference: Difference): PreparedPost {
  const { pack } = composer;
  let isPressed = false;
  return {
    async press(beforeMs) {
      if (isPressed) throw new Error('The button of this post was pressed before.');
      await uncoverPostButton(composer);
      const switched = await otherAccount(pack, creatorId, isServed);
      if (switched) throw wrongAccount(switched);
      const button = composer.enabledPostButton();
      if (!button) throw composer.postButtonProblem('not_pressed');
      if (difference() !== null) {
        throw new SiteProblem('not_pressed', 'Somebody changed the new post before it was sent.');
      }
      const answered = watchAnswer(composer, creatorId);
      checkSharedAccount(pack, creatorId);
      isPressed = true;
      clickStill(button, beforeMs);
      // From here on the post may be live, whatever goes wrong. Only a question of the site that was not answered proves that it is not.
      const outcome = await answered(beforeMs).catch((error: unknown): PressOutcome => {
        if (hasCode(error, 'not_pressed')) throw error;
        return { kind: 'unknown' };
      });
      const other = await otherAccount(pack, creatorId).catch(() => null);
      return other ? { kind: 'wrong_account', ...other } : outcome;
    },
  };
}
