import type { SitePack, SitePackRefusal } from '@flyerdeck/contracts/sitePack';
import { postIdIn } from './addresses.ts';
import type { Composer } from './Composer.ts';
import { dismissNotes } from './dismissNotes.ts';
import { allIn, isVisible, textOf, waitFor } from './dom.ts';
import { findOne } from './findElements.ts';
import { checkSharedAccount } from './otherAccount.ts';
import { namedIn, notPressed, whyNotPublished } from './pressable.ts';
import { holdsName, waitSecondsOf } from './readRefusal.ts';
import { SiteProblem } from './SiteProblem.ts';
import type { PressOutcome } from './site.ts';
import { click, isReachable } from './trustedInput.ts';
import { answerSeconds } from './waits.ts';

const MAX_REFUSAL_LENGTH = 300;

const hasContent = (element: Element) => isVisible(element) && textOf(element) !== '';

const says =
  ({ texts }: SitePack['composer']['answer']) =>
  (element: Element) =>
    hasContent(element) && (!texts || holdsName(textOf(element), texts));

/**
 * The id of the post of which a page says that it was posted, for sites that answer the press with another page: in the link of the
 * answer or, if the pack names the answer's texts, in the address. Null: the page says nothing of the kind, or not which post.
 */
export function postedHere({ composer: { answer }, feed }: SitePack): string | null {
  const success = findOne(answer.posted, document, says(answer));
  return (
    success && (postIdIn(linkIn(success), feed.address) ?? (answer.texts ? postIdIn(location, feed.address) : null))
  );
}

/** Watches for the site's answer from now on. Called before the press; the function that it returns is called after it. */
export function watchAnswer(composer: Composer, pack: SitePack, creatorId: string) {
  const { answer, confirm } = pack.composer;
  const { feed } = pack;
  const posted = composer.watch(answer.posted, says(answer));
  const refusals = (answer.refused ?? []).map((refusal) => {
    const shown = composer.watchAll(refusal.shown, hasContent);
    return () =>
      shown()
        .map(textOf)
        .filter((text) => holdsName(text, refusal.texts))
        .map((text) => refused(text, refusal))[0];
  });
  const error = answer.error ? composer.watch(answer.error, hasContent) : () => null;

  // Success counts more than an error next to it: a live post that is reported as refused would be posted again.
  const seen = (): PressOutcome | null => {
    const success = posted();
    if (success) return { kind: 'posted', externalPostId: postIdIn(linkIn(success), feed.address) };
    for (const refusal of refusals) {
      const outcome = refusal();
      if (outcome) return outcome;
    }
    return error() ? { kind: 'unknown' } : null;
  };
  const confirms = (confirm ?? []).map((one) => watchConfirm(composer, pack, creatorId, one));

  return async (beforeMs: number): Promise<PressOutcome> => {
    const outcome = await waitFor(() => {
      const now = seen();
      if (!now && Date.now() < beforeMs) for (const { answer } of confirms) answer(beforeMs);
      return now;
    }, answerSeconds * 1000);
    if (!outcome && confirms.some(({ isCovered }) => isCovered())) {
      throw new SiteProblem(
        'not_pressed',
        'The question of the creator site could not be answered: its button is covered.',
      );
    }
    return outcome ?? { kind: 'unknown' };
  };
}

type Confirm = NonNullable<SitePack['composer']['confirm']>[number];

/**
 * Presses the button of the dialog that asks once more, when it appears and a click reaches it, and once. Throws SiteProblem for any
 * other button. `isCovered`: it asks, and its button was not pressed, because no click reaches it.
 */
function watchConfirm(composer: Composer, pack: SitePack, creatorId: string, confirm: Confirm) {
  const { dialog, texts, button, names } = confirm;
  const dialogs = composer.watchAll(dialog, isVisible);
  const found = () => {
    const asking = dialogs().find((one) => holdsName(textOf(one), texts));
    return (asking && namedIn(asking, { button, names })) ?? null;
  };
  let isPressed = false;
  let wasCovered = false;
  return {
    isCovered: () => wasCovered && found() !== null,
    answer(beforeMs: number): void {
      const control = found();
      if (!control || isPressed) return;
      const why = whyNotPublished(control, names);
      if (why) throw notPressed("The dialog's button", why);
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      wasCovered = !isReachable(control);
      if (wasCovered) {
        dismissNotes(pack);
        return;
      }
      checkSharedAccount(pack, creatorId);
      isPressed = true;
      click(control, beforeMs);
    },
  };
}

const refused = (text: string, refusal: SitePackRefusal): PressOutcome => ({
  kind: 'refused',
  refusal: refusal.kind,
  message: text.slice(0, MAX_REFUSAL_LENGTH),
  retryAfterSeconds: refusal.kind === 'rate_limited' ? waitSecondsOf(text, refusal) : null,
});

const linkIn = (answer: HTMLElement) =>
  answer instanceof HTMLAnchorElement ? answer : (allIn(answer, 'a[href]')[0] ?? null);
