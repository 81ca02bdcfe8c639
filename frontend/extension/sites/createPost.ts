import type { SitePack } from '@flyerdeck/contracts/sitePack';
import { SiteProblem } from '../shared/SiteProblem.ts';
import { answerSeconds } from '../shared/waits.ts';
import { attachImage } from './attachImage.ts';
import { CONTROL_TIMEOUT_MS, Composer, type Part } from './Composer.ts';
import { allIn, isVisible, textOf, waitFor } from './dom.ts';
import { fillText, holdsText } from './fillText.ts';
import { isExpiryShown, pickExpiry } from './pickExpiry.ts';
import { isTimeShown, pickSchedule } from './pickSchedule.ts';
import type { NewPost, PreparedPost, PressOutcome } from './site.ts';

const MAX_REFUSAL_LENGTH = 300;

/**
 * Fills in the form of the new-post page. The controls come before the text: should one of them publish after all, there is
 * nothing to publish.
 */
export async function createPost(pack: SitePack, { text, image, scheduledFor }: NewPost): Promise<PreparedPost> {
  const composer = await Composer.find(pack);
  const { expiry } = pack.composer;
  composer.text()?.focus();
  await pickExpiry(composer, expiry);
  if (scheduledFor) await pickSchedule(composer, pack, scheduledFor);
  if (text !== '') await fillText(composer, text);
  const picture = image && (await attachImage(composer, pack.composer.image, image));
  if (!(await waitFor(composer.enabledPostButton, CONTROL_TIMEOUT_MS))) throw composer.postButtonProblem();

  const isUnchanged = () => {
    const field = composer.text();
    return (
      field !== null &&
      holdsText(field, text) &&
      isExpiryShown(composer, expiry) &&
      (!scheduledFor || isTimeShown(composer, pack, scheduledFor)) &&
      (!picture || picture() !== null)
    );
  };
  let isPressed = false;
  return {
    async press() {
      if (isPressed) throw new Error('The button of this post was pressed before.');
      const button = composer.enabledPostButton();
      if (!button) throw composer.postButtonProblem();
      if (!isUnchanged()) throw new SiteProblem('refused', 'Somebody changed the new post before it was sent.');
      isPressed = true;
      const { posted, refused } = pack.composer.answer;
      const answers = { posted: composer.watch(posted, hasContent), refused: composer.watch(refused, hasContent) };
      button.click();
      return answerOf(answers);
    },
  };
}

const hasContent = (element: Element) => isVisible(element) && textOf(element) !== '';

async function answerOf({ posted, refused }: { posted: Part; refused: Part }): Promise<PressOutcome> {
  const isAnswered = await waitFor(() => posted() !== null || refused() !== null, answerSeconds * 1000);
  if (!isAnswered) return { kind: 'unknown' };
  // Success counts more than an error next to it: a live post that is reported as refused would be posted again.
  const success = posted();
  if (success) return { kind: 'posted', externalPostId: postIdIn(success) };
  return { kind: 'refused', message: textOf(refused()).slice(0, MAX_REFUSAL_LENGTH) };
}

/** The number in the address of the new post. */
function postIdIn(answer: HTMLElement): string | null {
  const link = answer instanceof HTMLAnchorElement ? answer : allIn(answer, 'a[href]')[0];
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return null;
  return link.pathname.split('/').find((part) => /^\d{1,30}$/.test(part)) ?? null;
}
