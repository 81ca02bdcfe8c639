import type { SitePackWays } from '@flyerdeck/contracts/sitePack';
import { computeAccessibleName } from 'dom-accessibility-api';
import type { Draft } from '../shared/teachTypes.ts';
import { postIdIn } from '../sites/addresses.ts';
import { allIn, closest, isVisible, parentOf, selfAndAncestors, textOf } from '../sites/dom.ts';
import { findOne } from '../sites/findElements.ts';
import { isPlain } from '../sites/pressable.ts';
import { type Answer, at } from './draft.ts';
import { around, type Proposal, proposeWays } from './proposeWays.ts';
import type { Question, Target } from './questions.ts';
import { scopeOf, waysAt } from './survey.ts';

/** What a click means for a question. */
export interface Picked extends Omit<Answer, 'way'> {
  readonly proposals: readonly Proposal[];
  /** The element, for the person. */
  readonly shown: string;
}

const SELECTORS: Readonly<Partial<Record<Target, string>>> = {
  link: 'a[href]',
  button: 'button, input[type="submit"], input[type="button"], [role="button"], [role="tab"], summary, label, a[href]',
  control: 'button, input, select, [role="button"], [role="combobox"], [role="switch"], label, summary',
  text: 'textarea, [contenteditable]',
  file: 'input[type="file"]',
};
const MAX_NAME = 80;

/** The element without a role that is used as a button. The pointer over it is then that of one. */
function plainButton(clicked: Element): Element | null {
  let found: Element | null = null;
  for (const one of selfAndAncestors(clicked)) {
    if (!isPlain(one) || getComputedStyle(one).cursor !== 'pointer') break;
    found = one;
  }
  return found;
}

const controlAround = (clicked: Element, selector: string): Element | null =>
  closest(clicked, selector) ?? (selector.includes('button') ? plainButton(clicked) : null);

/** The element that is meant: around the click, in what was clicked, or the nearest one. */
function nearest(clicked: Element, selector: string): Element | null {
  const outer = controlAround(clicked, selector);
  if (outer) return outer;
  for (let one: Element | null = clicked; one && one !== document.documentElement; one = parentOf(one)) {
    const found = allIn(one, selector)[0];
    if (found) return found;
  }
  return null;
}

/** Of the elements under the pointer, the topmost first, the one that is meant: what a dialog covers is still seen. */
export const seenAt = (stack: readonly Element[], { target }: Question): Element | undefined => {
  const selector = SELECTORS[target];
  return (selector && stack.find((one) => controlAround(one, selector))) || stack[0];
};

function formOf(clicked: Element, pack: Draft['pack']): Element {
  const parts = ['composer.text', 'composer.submit.button', 'composer.image.input'].flatMap((path) => {
    const found = findOne((waysAt(pack, path) ?? []) as SitePackWays, document);
    return found ? [found] : [];
  });
  const form = parts.length > 1 ? around(parts) : null;
  return form?.contains(clicked) ? form : (closest(clicked, 'form') ?? clicked);
}

/** The element that a click means, or one that is `wider` levels further out. */
export function targetOf(clicked: Element, question: Question, pack: Draft['pack'], wider: number): HTMLElement {
  const { target, path } = question;
  const selector = SELECTORS[target];
  const isForm = target === 'form' && path === 'composer.root';
  let meant: Element = (selector && nearest(clicked, selector)) || (isForm ? formOf(clicked, pack) : clicked);
  // The options of a list can not be clicked.
  if (target === 'each' && meant instanceof HTMLSelectElement) meant = oneOf(meant);
  for (let level = 0; level < wider; level++) meant = parentOf(meant) ?? meant;
  return meant as HTMLElement;
}

const oneOf = ({ options }: HTMLSelectElement): HTMLElement =>
  [...options].find(({ text }) => /(?<!\d)(?:1|24)(?!\d)/.test(text)) ?? (options[0] as HTMLOptionElement);

/** Its accessible name; for a message what it says itself, without its buttons. */
function nameOf(element: Element, { target }: Question): string {
  const own = [...element.childNodes].filter((node) => node instanceof Text).map(({ data }) => (data ?? '') as string);
  const said = own.join(' ').replaceAll(/\s+/g, ' ').trim();
  const names = target === 'part' ? [said, textOf(element)] : [computeAccessibleName(element), textOf(element)];
  return (names.find((name) => name.trim() !== '') ?? '').trim().slice(0, MAX_NAME);
}

/** '/@{username}' or '/p/{id}': the last part of a link's address, without the sign before a name. */
export function addressForm(href: string, holder: 'username' | 'id'): string {
  const { pathname, search, hash } = new URL(href, location.href);
  const shown = `${pathname}${hash.length > 2 || new URLSearchParams(search).size > 0 ? search : ''}${hash.length > 2 ? hash : ''}`;
  return shown.replace(/([/=]@?)[^/=?#&@]+\/?$/, `$1{${holder}}`);
}

function addressOf(element: Element, { path }: Question, pack: Draft['pack']): string | null {
  if (!(element instanceof HTMLAnchorElement)) return null;
  if (path === 'account.link') return addressForm(element.href, 'username');
  if (path !== 'feed.link' || postIdIn(element, at(pack, 'feed.address') as string | undefined) !== null) return null;
  return postIdIn(element) !== null ? '' : addressForm(element.href, 'id');
}

const PARTS = { Y: 'year', M: 'month', D: 'day', H: 'hour', m: 'minute', I: 'minute', y: 'year', d: 'day', h: 'hour' };

/** '{year}-{month}-{day} {hour}:{minute}' of a field whose placeholder is 'YYYY-MM-DD HH:MM'. */
function timeFieldOf(element: Element): Answer['timeField'] {
  if (!(element instanceof HTMLInputElement) || !['datetime-local', 'text'].includes(element.type)) return null;
  if (element.type === 'datetime-local') return { form: null };
  const minutes = element.placeholder.replace(/(?<=h+:)mm/i, 'II');
  return { form: minutes.replaceAll(/([YMDHIydhm])\1+/g, (_, letter: keyof typeof PARTS) => `{${PARTS[letter]}}`) };
}

/** What the click on an element means for a question, with ways to find it. */
export function pickedFor(element: HTMLElement, question: Question, pack: Draft['pack']): Picked {
  const scope = scopeOf(pack, question, element);
  const language = /^[a-z]{2}/i.exec(document.documentElement.lang)?.[0].toLowerCase() ?? 'en';
  const name = nameOf(element, question);
  const proposals = proposeWays(element, {
    scope,
    isList: question.target === 'each',
    hasNames: question.place === 'composer',
    language,
  });
  return {
    proposals,
    name,
    language,
    address: addressOf(element, question, pack),
    timeField: timeFieldOf(element),
    shown: `${element.localName} ${isVisible(element) ? `"${name}"` : '(hidden)'}`,
  };
}
