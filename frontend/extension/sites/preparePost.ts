import type { SitePack } from '@flyerdeck/contracts/sitePack';
import { isNameIn } from '@flyerdeck/contracts/sitePackWords';
import { watchAnswer } from './answer.ts';
import { attachImage, UPLOAD_TIMEOUT_MS } from './attachImage.ts';
import { CONTROL_TIMEOUT_MS, Composer } from './Composer.ts';
import { dismissNotes } from './dismissNotes.ts';
import { displayOf, waitFor } from './dom.ts';
import { emptyComposer, imagesIn, isTextEmpty } from './emptyComposer.ts';
import { fillText, holdsText } from './fillText.ts';
import { checkSharedAccount, otherAccount, wrongAccount } from './otherAccount.ts';
import { isExpiryShown, pickExpiry } from './pickExpiry.ts';
import { isAnyTimeShown, pickSchedule } from './pickSchedule.ts';
import { needsRunner, SiteProblem, siteChanged } from './SiteProblem.ts';
import type { NewPost, PreparedPost, PressOutcome } from './site.ts';
import { clickStill, isReachable, lacksRunner, untilStill } from './trustedInput.ts';

/** A site may restore a draft after the form was filled in. */
const UNCHANGED_MS = 1_000;
const TRIES = 3;
const RETRIED = ['site_changed', 'not_pressed', 'text_not_taken'] as const;
/** How long what covers the post button may take to go away. */
const COVERED_MS = 3_000;

/** Fills in the form of the new-post page, and checks that it then holds this post and nothing else. */
export async function preparePost(pack: SitePack, post: NewPost): Promise<PreparedPost> {
  if (post.scheduledFor && !pack.composer.schedule) {
    throw new SiteProblem(
      'no_scheduler',
      'The creator site has no scheduler, so nothing can be posted there before its time. Remove the delay.',
    );
  }
  if (await lacksRunner()) throw needsRunner();
  let before: unknown = null;
  for (let tries = 1; ; tries++) {
    const composer = await Composer.find(pack);
    const difference = await fillIn(composer, pack, post).catch((error: unknown) => {
      // What cannot be emptied may come from the try before, whose problem is then the reason.
      if (hasCode(error, 'broken')) throw before ?? error;
      if (tries === TRIES || !RETRIED.some((code) => hasCode(error, code))) throw error;
      before = error;
    });
    await new Promise((resolve) => setTimeout(resolve, UNCHANGED_MS));
    // A page may be shown before it works, and a note may come when it does. Nothing was pressed yet.
    if (!difference) continue;
    const different = difference();
    if (different === null) return preparedPost(composer, pack, post.creatorId, difference);
    if (tries === TRIES) {
      throw new SiteProblem('broken', `The new post does not hold what it should, but another ${different}.`);
    }
  }
}

const hasCode = (error: unknown, code: SiteProblem['code']) => error instanceof SiteProblem && error.code === code;

/**
 * The controls come before the text: should one of them publish after all, there is nothing to publish. Returns a function that
 * names the part of the new post that is not as it should be; null: none.
 */
async function fillIn(
  composer: Composer,
  pack: SitePack,
  { text, image, scheduledFor }: NewPost,
): Promise<() => string | null> {
  const { expiry } = pack.composer;
  dismissNotes(pack);
  await emptyComposer(composer, pack);
  composer.text()?.focus();
  if (expiry) await pickExpiry(composer, expiry);
  const isTimeShown = scheduledFor && (await pickSchedule(composer, pack, scheduledFor));
  if (text !== '') await fillText(composer, text);
  // A page may be shown before it works, and then begin again with an empty form.
  const check = () => {
    if (text !== '' && isTextEmpty(composer)) throw siteChanged('What was filled in');
  };
  const attached = image && (await attachImage(composer, pack.composer.image, image, check));
  if (!(await waitFor(composer.postButton, CONTROL_TIMEOUT_MS))) throw composer.postButtonProblem();
  // Some sites enable it when the picture is uploaded.
  const enableMs = image ? UPLOAD_TIMEOUT_MS : CONTROL_TIMEOUT_MS;
  const enabled = () => {
    check();
    return composer.enabledPostButton();
  };
  if (!(await waitFor(enabled, enableMs))) throw composer.postButtonProblem();

  return () => {
    const field = composer.text();
    const images = imagesIn(composer, pack.composer).length;
    if (!field || !holdsText(field, text)) return 'text';
    if (attached ? attached().length !== 1 || images > 1 : images > 0) return 'number of pictures';
    if (expiry && !isExpiryShown(composer, expiry)) return 'expiry';
    if (isTimeShown ? !isTimeShown() : isAnyTimeShown(composer, pack)) return 'time';
    return changedChoice(composer, pack.composer);
  };
}

/** What the pack says must stay as it is. A draft may have changed it. */
function changedChoice(composer: Composer, { keep = [] }: SitePack['composer']): string | null {
  const changed = keep.findIndex(({ element, is }) => {
    const found = composer.one(element);
    const value = displayOf(found).trim();
    return is ? !found || !isNameIn(value, is) : value !== '';
  });
  return changed < 0 ? null : `choice (composer.keep.${changed})`;
}

/** Removes what covers the post button: the notes that the pack names, and the list that a text field may have opened. */
async function uncoverPostButton(composer: Composer, pack: SitePack): Promise<void> {
  const shown = composer.enabledPostButton();
  if (!shown) return;
  await untilStill(shown);
  if (isReachable(shown)) return;
  const field = composer.text();
  field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }));
  field?.blur();
  const reachable = () => {
    dismissNotes(pack);
    const button = composer.enabledPostButton();
    return button && isReachable(button) ? button : null;
  };
  const button = await waitFor(reachable, COVERED_MS);
  if (button) await untilStill(button);
}

function preparedPost(
  composer: Composer,
  pack: SitePack,
  creatorId: string,
  difference: () => string | null,
): PreparedPost {
  let isPressed = false;
  return {
    async press(beforeMs) {
      if (isPressed) throw new Error('The button of this post was pressed before.');
      await uncoverPostButton(composer, pack);
      const switched = await otherAccount(pack, creatorId);
      if (switched) throw wrongAccount(switched);
      const button = composer.enabledPostButton();
      if (!button) throw composer.postButtonProblem('not_pressed');
      if (difference() !== null) {
        throw new SiteProblem('not_pressed', 'Somebody changed the new post before it was sent.');
      }
      const answered = watchAnswer(composer, pack, creatorId);
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
