import type { SitePack, SitePackNames, SitePackRefusal, StepOf } from '@flyerdeck/contracts/sitePack';
import { holdsName, normalizedName } from '@flyerdeck/contracts/sitePackWords';
import { escaped, postIdIn } from './addresses.ts';
import { imagesIn } from './attachImage.ts';
import type { Composer } from './Composer.ts';
import { allIn, isVisible, textOf, waitFor } from './dom.ts';
import { shownText } from './fillText.ts';
import { findAll, findOne } from './findElements.ts';
import { dismissNotes, namedIn, notPressed, whyNotPublished } from './pressable.ts';
import { checkSharedAccount } from './readAccount.ts';
import { type PressOutcome, SiteProblem } from './site.ts';
import { click, isReachable } from './trustedInput.ts';
import { answerSeconds } from './waits.ts';

const MAX_REFUSAL_LENGTH = 300;
/** A site empties the form at most so long after its message. */
const EMPTIED_WITHIN_MS = 2_000;

const hasContent = (element: Element) => isVisible(element) && textOf(element) !== '';

const says =
  ({ texts }: SitePack['outcome']) =>
  (element: Element) =>
    hasContent(element) && (!texts || holdsName(textOf(element), texts));

/** For sites that answer the press with another page. Null: it says nothing of the kind, or not which post. */
export function postedHere({ outcome, feed }: SitePack): string | null {
  const success = outcome.posted && findOne(outcome.posted, document, says(outcome));
  return success
    ? (postIdIn(linkIn(success), feed.address) ?? (outcome.texts ? postIdIn(location, feed.address) : null))
    : null;
}

/** Null while it cannot be sent. */
function postNow(composer: Composer): string | null {
  if (!composer.enabledPostButton()) return null;
  const held = composer.pack.steps.flatMap((step): (string | number)[] => {
    if (step.do === 'attach') return [imagesIn(composer, step).length];
    const field = step.do === 'fill' ? composer.field(step) : null;
    return field ? [shownText(field)] : [];
  });
  return held.length === 0 ? null : JSON.stringify(held);
}

/** A message while the page can still send the post may be about another one. Only an address that was not there before names the new post. */
export function watchAnswer(composer: Composer, creatorId: string) {
  const { outcome, feed, steps } = composer.pack;
  const idIn = (link: Element | null) => postIdIn(link, feed.address);
  const held = postNow(composer);
  let saidSinceMs = Number.POSITIVE_INFINITY;
  const shownBefore = new Set(allIn(document, 'a[href]').map(idIn));
  const posted = outcome.posted ? composer.watch(outcome.posted, says(outcome)) : () => null;
  const refusals = (outcome.refused ?? []).map((refusal) => {
    const shown = composer.watchAll(refusal.shown, hasContent);
    return () =>
      shown()
        .map(textOf)
        .filter((text) => holdsName(text, refusal.texts))
        .map((text) => refused(text, refusal))[0];
  });
  const error = outcome.error ? composer.watch(outcome.error, hasContent) : () => null;
  const confirms = steps
    .filter((step): step is StepOf<'confirm'> => step.do === 'confirm')
    .map((step) => watchConfirm(composer, step, creatorId));
  // A page that asks once more may hide the form meanwhile.
  const isGone = () =>
    !outcome.posted && held !== null && confirms.every(({ isPressed }) => isPressed()) && postNow(composer) === null;

  // Success counts more than an error next to it: a live post that is reported as refused would be posted again.
  const seen = (): PressOutcome | null => {
    const success = posted();
    if (success) {
      saidSinceMs = Math.min(saidSinceMs, Date.now());
      const isFormKept = held !== null && postNow(composer) === held;
      if (isFormKept && Date.now() - saidSinceMs < EMPTIED_WITHIN_MS) return null;
      const id = idIn(linkIn(success));
      const externalPostId = shownBefore.has(id) ? null : id;
      return { kind: 'posted', externalPostId, ...(isFormKept && { isFormKept }) };
    }
    for (const refusal of refusals) {
      const answer = refusal();
      if (answer) return answer;
    }
    if (error()) return { kind: 'unknown' };
    return isGone() ? { kind: 'posted', externalPostId: null } : null;
  };

  return async (beforeMs: number): Promise<PressOutcome> => {
    const answer = await waitFor(() => {
      const now = seen();
      if (!now && Date.now() < beforeMs) for (const { confirmOnce } of confirms) confirmOnce(beforeMs);
      return now;
    }, answerSeconds * 1000);
    if (!answer && confirms.some(({ isCovered }) => isCovered())) {
      throw new SiteProblem(
        'not_pressed',
        'The question of the creator site could not be answered: its button is covered.',
      );
    }
    return answer ?? { kind: 'unknown' };
  };
}

/** Presses once. Throws SiteProblem for any other button. `isCovered`: it asks, and no click reaches its button. */
function watchConfirm(composer: Composer, { dialog, texts, button, names }: StepOf<'confirm'>, creatorId: string) {
  const { pack } = composer;
  const dialogs = dialog && composer.watchAll(dialog, isVisible);
  const shownBefore = new Set(findAll(button, document, isVisible));
  const found = (): HTMLElement | null => {
    if (!dialogs) return namedIn(document, { button, names }, (one) => !shownBefore.has(one));
    const asking = dialogs().find((one) => !texts || holdsName(textOf(one), texts));
    return asking ? namedIn(asking, { button, names }) : null;
  };
  let isPressed = false;
  let wasCovered = false;
  return {
    isPressed: () => isPressed,
    isCovered: () => wasCovered && found() !== null,
    confirmOnce(beforeMs: number): void {
      const control = isPressed ? null : found();
      if (!control) return;
      const why = whyNotPublished(control, names, pack.allow);
      if (why) throw notPressed('The button that confirms', why);
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

const SECONDS = { seconds: 1, minutes: 60, hours: 3_600 } as const;
const DEFAULT_WAIT_SECONDS = 15 * 60;
const MAX_WAIT_SECONDS = 86_400;

/** 1 for a text without `{n}`. Null: the text holds none of them. */
function numberIn(text: string, names: SitePackNames): number | null {
  for (const name of Object.values(names).flat()) {
    const form = normalizedName(name).split('{n}').map(escaped).join('(\\d{1,5})');
    const found = new RegExp(`(?<![\\p{L}\\p{N}])${form}(?!\\p{L})`, 'u').exec(text);
    if (found) return Number(found[1] ?? 1);
  }
  return null;
}

/** '1 hour 30 minutes' is the sum of both. */
export function waitSecondsOf(text: string, { wait = {} }: SitePackRefusal): number {
  const units = Object.keys(SECONDS) as (keyof typeof SECONDS)[];
  const seconds = units.map((unit) => {
    const names = wait[unit];
    return names ? (numberIn(normalizedName(text), names) ?? 0) * SECONDS[unit] : 0;
  });
  const sum = seconds.reduce((all, one) => all + one, 0);
  return Math.min(MAX_WAIT_SECONDS, sum > 0 ? sum : DEFAULT_WAIT_SECONDS);
}
