import { isSelector } from '@flyerdeck/contracts/checkSitePack';
import type { SitePackWay, SitePackWays } from '@flyerdeck/contracts/sitePack';
import { className, finder, idName } from '@medv/finder';
import { computeAccessibleName, getRole } from 'dom-accessibility-api';
import { selfAndAncestors, textOf } from '../sites/dom.ts';
import { findAll } from '../sites/findElements.ts';

const MAX_WAYS = 5;
const MAX_NAME = 80;
const FINDER_MS = 500;
const LEVELS = 6;

export const pageLanguage = (): string => /^[a-z]{2}/i.exec(document.documentElement.lang)?.[0].toLowerCase() ?? 'en';

function selectorOf(element: Element): string | null {
  if (element.getRootNode() !== document) return null;
  try {
    const selector = finder(element, {
      timeoutMs: FINDER_MS,
      attr: (name) => ['name', 'type', 'rel', 'for'].includes(name),
    });
    return isSelector(selector) ? selector : null;
  } catch {
    return null;
  }
}

/** What a tool generates at each build is left out. */
function ownSelectors(element: Element): string[] {
  const { localName: tag, id } = element;
  const attribute = (name: string) =>
    element.getAttribute(name) ? [`${tag}[${name}="${element.getAttribute(name)}"]`] : [];
  const classes = [...element.classList].filter((name) => className(name)).map((name) => `.${name}`);
  return [
    ...(id && idName(id) ? [`#${id}`] : []),
    ...['name', 'type', 'itemprop', 'rel'].flatMap(attribute),
    ...classes.map((name) => `${tag}${name}`),
    ...(classes.length > 1 ? [`${tag}${classes.slice(0, 3).join('')}`] : []),
    ...(tag === 'td' ? [`td:nth-of-type(${[...(element.parentNode?.children ?? [])].indexOf(element) + 1})`] : []),
    // The head of a table has rows, too.
    tag === 'tr' ? 'tr:has(td)' : tag,
  ];
}

function* selectorsNear(element: Element, scope: Document | Element = document): Generator<string> {
  const own = ownSelectors(element);
  yield* own;
  for (const ancestor of [...selfAndAncestors(element)].slice(1, 1 + LEVELS)) {
    if (ancestor === scope) break;
    const testId = ancestor.getAttribute('data-testid');
    const anchors = [...(testId ? [`[data-testid="${testId}"]`] : []), ...ownSelectors(ancestor)];
    for (const anchor of anchors) for (const one of own) yield `${anchor} ${one}`;
  }
}

const named = (element: Element): SitePackWay[] => {
  const role = getRole(element);
  const name = computeAccessibleName(element).trim();
  const isShort = name !== '' && name.length <= MAX_NAME;
  return role && /^[a-z]{3,20}$/.test(role) && isShort ? [{ role, names: { [pageLanguage()]: [name] } }] : [];
};

const HIDDEN = { getPropertyValue: () => 'none' } as unknown as CSSStyleDeclaration;

/** A text that only screen readers get is not shown at all. */
function isBeside(part: Element, element: Element): boolean {
  if (part === element || !element.contains(part)) return false;
  const [own, of] = [part.getBoundingClientRect(), element.getBoundingClientRect()];
  const isApart = own.top >= of.bottom || own.bottom <= of.top || own.left >= of.right || own.right <= of.left;
  return isApart && own.right > 0 && own.bottom > 0;
}

/** Without the note that is shown beside an element while the pointer is on it. */
export const nameOfSeen = (element: Element): string =>
  computeAccessibleName(element, {
    computedStyleSupportsPseudoElements: false,
    getComputedStyle: (part, pseudo) => (isBeside(part, element) ? HIDDEN : getComputedStyle(part, pseudo)),
  }).trim() || textOf(element);

/** In a whole page tags alone find something else as soon as the page changes. */
const isSpecific = (selector: string): boolean =>
  /[.#[]/.test(selector.split(' ').at(-1) ?? '') || /[.#[].* [a-z]+(?::has\(td\))?$/.test(selector);

/** `hasName`: its name is the site's own, and not that of an account or a text. The most certain way comes first. In a part of the page, what is around it there counts only if nothing else does. */
export function waysTo(
  element: Element,
  { scope = document, hasName = true }: { readonly scope?: Document | Element; readonly hasName?: boolean } = {},
): SitePackWay[] {
  const testId = element.getAttribute('data-testid');
  const isPage = scope === document;
  const css = isPage ? selectorOf(element) : null;
  const found = (ways: readonly SitePackWay[]) => ways.filter((way) => findAll([way], scope)[0] === element);
  const byCss = (selectors: readonly string[]) => found(selectors.filter(isSelector).map((one) => ({ css: one })));
  const own = isPage ? [] : byCss(ownSelectors(element));
  const near = [...selectorsNear(element, scope)].filter((one) => !isPage || isSpecific(one));
  return [
    ...found([...(testId ? [{ testId }] : []), ...(hasName ? named(element) : [])]),
    ...(own.length > 0 ? own : byCss(near)),
    ...(css ? found([{ css }]) : []),
  ].slice(0, MAX_WAYS);
}

export function waysToAll(element: Element, others: readonly Element[] = []): SitePackWay[] {
  const rank = (found: readonly Element[]): number | null => {
    if (!found.includes(element) || found.some((one) => others.includes(one))) return null;
    const isRow = found.length > 1 && found.every(({ parentNode }) => parentNode === element.parentNode);
    // Elements inside of each other are not a list.
    const isNested = found.some((one) => found.some((other) => one !== other && one.contains(other)));
    return isNested ? null : isRow ? 0 : found.length > 1 ? 1 : 2;
  };
  const testId = element.getAttribute('data-testid');
  const candidates: SitePackWay[] = [
    ...(testId ? [{ testId }] : []),
    ...[...selectorsNear(element)].filter((one) => isSelector(one) && isSpecific(one)).map((css) => ({ css })),
  ];
  return candidates
    .flatMap((way) => {
      const of = rank(findAll([way], document));
      return of === null ? [] : [{ way, of }];
    })
    .sort((a, b) => a.of - b.of)
    .slice(0, MAX_WAYS)
    .map(({ way }) => way);
}

export const asWays = (ways: readonly SitePackWay[]): SitePackWays | null => (ways.length > 0 ? [...ways] : null);
