import type { SitePack, SitePackRefusal } from '@flyerdeck/contracts/sitePack';
import { postIdIn } from './addresses.ts';
import type { Composer } from './Composer.ts';
import { allIn, isVisible, textOf, waitFor } from './dom.ts';
import { shownText } from './fillText.ts';
import { findOne } from './findElements.ts';
import { namedIn, notPressed, whyNotPublished } from './pressable.ts';
import { holdsName, waitSecondsOf } from './readRefusal.ts';
import type { PressOutcome } from './site.ts';
import { click } from './trustedInput.ts';
import { answerSeconds } from './waits.ts';

const MAX_REFUSAL_LENGTH = 300;
/** A site empties the form at most so long after its message. */
const EMPTIED_WITHIN_MS = 2_000;

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

/** What the form holds while its post can be sent; null otherwise. */
function formNow(composer: Composer, { composer: pack }: SitePack): string | null {
  const field = composer.enabledPostButton() && composer.text();
  return field && JSON.stringify([shownText(field), composer.all(pack.image.ready, isVisible).length]);
}

/**
 * Watches for the site's answer from now on. Called before the press; the function that it returns is called after it.
 * A message while the form holds the post and can be sent may be about a post that was made elsewhere. Only an address that was not in
 * the document before names the new post.
 */
export function watchAnswer(composer: Composer, pack: SitePack) {
  const { answer, confirm } = pack.composer;
  const idIn = (link: Element | null) => postIdIn(link, pack.feed.address);
  const form = formNow(composer, pack);
  let saidSinceMs = Number.POSITIVE_INFINITY;
  const shownBefore = new Set(allIn(document, 'a[href]').map(idIn));
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
    if (success) {
      saidSinceMs = Math.min(saidSinceMs, Date.now());
      const isFormKept = form !== null && formNow(composer, pack) === form;
      if (isFormKept && Date.now() - saidSinceMs < EMPTIED_WITHIN_MS) return null;
      const id = idIn(linkIn(success));
      const externalPostId = shownBefore.has(id) ? null : id;
      return { kind: 'posted', externalPostId, ...(isFormKept && { isFormKept }) };
    }
    for (const refusal of refusals) {
      const outcome = refusal();
      if (outcome) return outcome;
    }
    return error() ? { kind: 'unknown' } : null;
  };
  const confirms = (confirm ?? []).map((one) => watchConfirm(composer, one));

  return async (beforeMs: number): Promise<PressOutcome> => {
    const outcome = await waitFor(() => {
      const now = seen();
      if (!now && Date.now() < beforeMs) for (const confirmOnce of confirms) confirmOnce(beforeMs);
      return now;
    }, answerSeconds * 1000);
    return outcome ?? { kind: 'unknown' };
  };
}

type Confirm = NonNullable<SitePack['composer']['confirm']>[number];

/** Presses the button of the dialog that asks once more, when it appears, and once. Throws SiteProblem for any other button. */
function watchConfirm(composer: Composer, { dialog, texts, button, names }: Confirm): (beforeMs: number) => void {
  const dialogs = composer.watchAll(dialog, isVisible);
  let isPressed = false;
  return (beforeMs) => {
    const asking = dialogs().find((one) => holdsName(textOf(one), texts));
    const control = asking && namedIn(asking, { button, names });
    if (!control || isPressed) return;
    isPressed = true;
    const why = whyNotPublished(control, names);
    if (why) throw notPressed("The dialog's button", why);
    click(control, beforeMs);
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
