import type { Said } from '../shared/recordTypes.ts';
import { isTextField } from '../sites/Composer.ts';
import { allIn, isVisible, textOf } from '../sites/dom.ts';
import { asWays, waysTo } from './proposeWays.ts';

const MAX_SAID = 200;
/** The begin of a message, up to a number: the next post has another one. */
const SAID = /^\D{3,60}/;
const LIVE = '[role="status"], [role="alert"], [aria-live]';
const MESSAGE = /toast|snack|notice|notif|message|alert|success|updated|flash|status|confirm|banner/i;

let shownBefore = new Set<string>();
let filesBefore = new Set<Element>();
const markOf = (element: Element): string =>
  [
    element.localName,
    element.id,
    element.className,
    element.getAttribute('aria-label'),
    element.getAttribute('type'),
    element.getAttribute('src'),
    // What a site says to the reader is shown in an element that is always there.
    element.children.length === 0 || element.matches(LIVE) ? textOf(element).slice(0, 60) : '',
  ].join('|');

export function rememberShown(): void {
  shownBefore = new Set(allIn(document, 'body *').filter(isVisible).map(markOf));
  filesBefore = new Set(allIn(document, 'input[type="file"]'));
}

let shownUnwritten: ReadonlySet<Element | string> | null = null;
export function rememberUnwritten(): void {
  const shown = () => allIn(document, 'body *').filter(isVisible);
  shownUnwritten ??= new Set(shown().flatMap((one) => [one, markOf(one)]));
}
export const isLate = (element: Element): boolean =>
  shownUnwritten !== null && !shownUnwritten.has(element) && !shownUnwritten.has(markOf(element));

export const isNew = (element: Element): boolean => shownBefore.size > 0 && !shownBefore.has(markOf(element));

export const isNewFileField = (field: Element): boolean => !filesBefore.has(field);

export function messages(): Said[] {
  const candidates = allIn(document, `${LIVE}, [role="log"], [class], dialog, [role="dialog"]`)
    // On a page that the press has loaded, everything is new.
    .filter((one) => isVisible(one) && (shownBefore.size === 0 || isNew(one)))
    .filter((one) => SAID.test(textOf(one)) && textOf(one).length <= MAX_SAID)
    .filter((one) => !one.matches('button, a, input, textarea') && !isTextField(one));
  const rank = (one: Element): number =>
    (one.matches(LIVE) ? 0 : MESSAGE.test(`${one.className} ${one.id}`) ? 1 : 3) -
    (allIn(one, 'a[href]').length > 0 ? 0.5 : 0);
  return (
    candidates
      // On such a page only what looks like a message is one.
      .filter((one) => rank(one) < (shownBefore.size === 0 ? 2 : 3))
      .sort((a, b) => rank(a) - rank(b))
      .slice(0, 3)
      .flatMap((one) => {
        const ways = asWays(waysTo(one, { hasName: false }));
        const own = allIn(one, 'a[href], button').reduce((text, inner) => text.replace(textOf(inner), ''), textOf(one));
        return ways ? [{ ways, text: SAID.exec(own.trim())?.[0].trim() ?? '' }] : [];
      })
  );
}
