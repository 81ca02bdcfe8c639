import type { SitePack } from '@flyerdeck/contracts/sitePack';
import { SiteProblem } from '../shared/SiteProblem.ts';
import { watchAnswer } from './answer.ts';
import { attachImage } from './attachImage.ts';
import { CONTROL_TIMEOUT_MS, Composer } from './Composer.ts';
import { waitFor } from './dom.ts';
import { fillText, holdsText } from './fillText.ts';
import { isExpiryShown, pickExpiry } from './pickExpiry.ts';
import { isTimeShown, pickSchedule } from './pickSchedule.ts';
import type { NewPost, PreparedPost, PressOutcome } from './site.ts';

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
      const answered = watchAnswer(composer, pack.composer.answer);
      isPressed = true;
      button.click();
      // From here on the post may be live, whatever goes wrong.
      return answered().catch((): PressOutcome => ({ kind: 'unknown' }));
    },
  };
}
