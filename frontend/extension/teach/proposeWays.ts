import { isSelector } from '@flyerdeck/contracts/checkSitePack';
import type { SitePackWay } from '@flyerdeck/contracts/sitePack';
import { computeAccessibleName, getRole } from 'dom-accessibility-api';
import { holds, selfAndAncestors } from '../sites/dom.ts';
import { findAll } from '../sites/findElements.ts';

export interface Proposal {
  readonly way: SitePackWay;
  /** How many elements it finds where the extension looks for it. */
  readonly count: number;
}

interface Options {
  /** Where the extension looks for it. */
  readonly scope: Document | Element;
  /** One of many equal elements. */
  readonly isList: boolean;
  /** Names and labels are the site's own, not those of an account or a post. */
  readonly hasNames: boolean;
  readonly language: string;
}

const MAX_PROPOSALS = 5;
const MAX_LEVELS = 5;
const ATTRIBUTES = ['name', 'type', 'autocomplete', 'rel', 'itemprop'];
const LABELS = ['aria-label', 'placeholder'];
const PLAIN_TAGS = /^(?:div|span|button|a|input|li|img|p|option|svg|path)$/;

/** Whether an id or a class was written by a person. Tools generate others at each build. */
export function isStableName(name: string): boolean {
  if (!/^[a-z]+(?:[-_]+[a-z]+)*$/i.test(name) || /^(?:css|sc|jss|jsx|emotion|svelte|styles?_)/.test(name)) return false;
  const words = name.replaceAll(/([a-z])(?=[A-Z])/g, '$1-').split(/[-_]+/);
  const isWord = (word: string) => word.length < 4 || (/[aeiouy]/i.test(word) && !/[^aeiouy]{5}/i.test(word));
  return words.every(isWord) && words.filter((word) => word.length < 3).length < 2;
}

/** Selectors of one element, without what is around it, the most certain one first. */
function ownSelectors(element: Element, hasNames: boolean): string[] {
  const tag = element.localName;
  const value = (name: string) => element.getAttribute(name);
  const attributes = [...ATTRIBUTES, ...(hasNames ? LABELS : [])].filter((name) => value(name));
  const id = element.id;
  return [
    ...(value('data-testid') ? [`[data-testid="${value('data-testid')}"]`] : []),
    ...(isStableName(id) ? [`#${id}`] : []),
    ...attributes.map((name) => `${tag}[${name}="${value(name)}"]`),
    ...(value('role') ? [`[role="${value('role')}"]`] : []),
    ...(PLAIN_TAGS.test(tag) ? [] : [tag]),
    ...[...element.classList].filter(isStableName).map((one) => `${tag}.${one}`),
  ];
}

function tagAmongEqual(element: Element): string {
  const parent = element.parentNode;
  const equal = [...(parent?.children ?? [])].filter(({ localName }) => localName === element.localName);
  return equal.length === 1 ? element.localName : `${element.localName}:nth-of-type(${equal.indexOf(element) + 1})`;
}

/** Selectors of an element, also by what is around it. */
function* selectorsOf(element: HTMLElement, { hasNames, isList }: Options): Generator<string> {
  const own = [...ownSelectors(element, hasNames), element.localName];
  yield* own;
  const outer = [...selfAndAncestors(element)].slice(1, 1 + MAX_LEVELS);
  for (const [level, ancestor] of outer.entries()) {
    const between = [element, ...outer.slice(0, level)].reverse();
    const path = between.map((one) => (isList && one === element ? one.localName : tagAmongEqual(one))).join(' > ');
    for (const anchor of ownSelectors(ancestor, hasNames)) {
      for (const one of own) yield `${anchor} ${one}`;
      yield `${anchor} > ${path}`;
    }
  }
}

/** How well a way that finds these fits; 0 is best. Null: the extension would use another element. */
function rankOf(found: readonly Element[], element: Element, isList: boolean): number | null {
  if (!isList) return found[0] === element ? Math.min(found.length, 2) : null;
  if (!found.includes(element)) return null;
  const isRow = found.length > 1 && found.every(({ parentNode }) => parentNode === element.parentNode);
  return isRow ? 1 : found.length > 1 ? 2 : 3;
}

/** Ways to find an element, the best one first. */
export function proposeWays(element: HTMLElement, options: Options): Proposal[] {
  const { scope, isList, hasNames, language } = options;
  const testId = element.getAttribute('data-testid');
  const role = getRole(element);
  const name = computeAccessibleName(element).trim();
  const isNamed = hasNames && !isList && name !== '' && name.length <= 80;
  const ways: SitePackWay[] = [
    ...(testId ? [{ testId }] : []),
    ...(role && /^[a-z]{3,20}$/.test(role) && (isNamed || isList)
      ? [{ role, ...(isNamed ? { names: { [language]: [name] } } : {}) }]
      : []),
    ...[...new Set(selectorsOf(element, options))].filter(isSelector).map((css) => ({ css })),
  ];
  const ranked = ways.flatMap((way) => {
    const found = findAll([way], scope);
    const rank = rankOf(found, element, isList);
    return rank === null ? [] : [{ way, count: found.length, rank: 'testId' in way ? 0 : rank }];
  });
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_PROPOSALS)
    .map(({ way, count }) => ({ way, count }));
}

/** The closest element around all of these. */
export const around = ([first, ...others]: readonly Element[]): HTMLElement | null =>
  ((first && [...selfAndAncestors(first)].slice(1).find((one) => others.every((other) => holds(one, other)))) ??
    null) as HTMLElement | null;
