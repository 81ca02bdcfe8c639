import type { SitePack, SitePackRefusal } from '@flyerdeck/contracts/sitePack';
import { answerSeconds } from '../shared/waits.ts';
import type { Composer } from './Composer.ts';
import { allIn, isVisible, textOf, waitFor } from './dom.ts';
import { saysRefusal, waitSecondsOf } from './readRefusal.ts';
import type { PressOutcome } from './site.ts';

const MAX_REFUSAL_LENGTH = 300;

const hasContent = (element: Element) => isVisible(element) && textOf(element) !== '';

/** Watches for the site's answer from now on. Called before the press; the function that it answers is called after it. */
export function watchAnswer(composer: Composer, answer: SitePack['composer']['answer']): () => Promise<PressOutcome> {
  const posted = composer.watch(answer.posted, hasContent);
  const refusals = (answer.refused ?? []).map((refusal) => {
    const shown = composer.watchAll(refusal.shown, hasContent);
    return () =>
      shown()
        .map(textOf)
        .filter((text) => saysRefusal(text, refusal))
        .map((text) => refused(text, refusal))[0];
  });
  const error = answer.error ? composer.watch(answer.error, hasContent) : () => null;

  // Success counts more than an error next to it: a live post that is reported as refused would be posted again.
  const seen = (): PressOutcome | null => {
    const success = posted();
    if (success) return { kind: 'posted', externalPostId: postIdIn(success) };
    for (const refusal of refusals) {
      const outcome = refusal();
      if (outcome) return outcome;
    }
    return error() ? { kind: 'unknown' } : null;
  };
  return async () => (await waitFor(seen, answerSeconds * 1000)) ?? { kind: 'unknown' };
}

const refused = (text: string, refusal: SitePackRefusal): PressOutcome => ({
  kind: 'refused',
  refusal: refusal.kind,
  message: text.slice(0, MAX_REFUSAL_LENGTH),
  retryAfterSeconds: refusal.kind === 'rate_limited' ? waitSecondsOf(text, refusal) : null,
});

/** The number in the address of the new post. */
function postIdIn(answer: HTMLElement): string | null {
  const link = answer instanceof HTMLAnchorElement ? answer : allIn(answer, 'a[href]')[0];
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return null;
  return link.pathname.split('/').find((part) => /^\d{1,30}$/.test(part)) ?? null;
}
