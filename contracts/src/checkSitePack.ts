import { Value } from '@sinclair/typebox/value';
import { MAX_SITE_PACK_BYTES, SITE_PACK_SCHEMA, SitePack, type SitePackWay, type SitePackWays } from './sitePack.ts';
import { forbiddenWord, forbiddenWordInMarkup, messageFieldWord, type PressUse } from './sitePackWords.ts';

const IDENT = '-?[_a-zA-Z][\\w-]{0,80}';
const ATTRIBUTE = `\\[${IDENT}(?:[~|^$*]?=(?:"[^"\\\\\\n]{0,100}"|${IDENT}))?\\]`;
const PART = `(?:#${IDENT}|\\.${IDENT}|${ATTRIBUTE})`;
const PLAIN = `(?:${IDENT}${PART}{0,6}|${PART}{1,6})`;
const PSEUDO = `:(?:(?:first|last|only)-(?:child|of-type)|checked|disabled|enabled|empty|nth-(?:child|of-type)\\([1-9]\\d?\\)|(?:not|has)\\(${PLAIN}(?::checked|:disabled|:empty)?\\))`;
const COMPOUND = `(?:${PLAIN}(?:${PSEUDO}){0,3}|(?:${PSEUDO}){1,3})`;
/** A small part of CSS, which a browser matches fast: no lists, nothing nested, at most six elements. */
const SELECTOR = new RegExp(`^${COMPOUND}(?:(?: ?[>+~] ?| )${COMPOUND}){0,5}$`);

const PAGES_OF_NO_POST =
  /^(chats?|messages?|inbox|settings?|payments?|payouts?|billing|bank(ing)?|cards?|wallet|subscri.*|notifications?|login|logout|delete|account)$/;

/** Whether a selector is of the form that packs may have. */
export const isSelector = (selector: string): boolean => selectorProblem(selector) === null;

function selectorProblem(selector: string): string | null {
  if (!SELECTOR.test(selector)) return 'is not a selector of the allowed form';
  return (selector.match(/:has\(/g) ?? []).length > 1 ? 'has :has() more than once' : null;
}

interface Place {
  readonly path: string;
  readonly way: SitePackWay;
}

/** All ways of a part of the pack, each with its path. */
function* placesOf(part: unknown, path: string): Generator<Place> {
  if (typeof part !== 'object' || part === null) return;
  if ('css' in part || 'testId' in part || 'role' in part) yield { path, way: part as SitePackWay };
  else for (const [key, value] of Object.entries(part)) yield* placesOf(value, path === '' ? key : `${path}.${key}`);
}

/** All strings of a part of the pack, each with its path. */
function* textsOf(part: unknown, path: string): Generator<{ path: string; text: string }> {
  if (typeof part === 'string') yield { path, text: part };
  else if (typeof part === 'object' && part !== null)
    for (const [key, value] of Object.entries(part)) yield* textsOf(value, `${path}.${key}`);
}

const markupOf = (way: SitePackWay) => ('css' in way ? way.css : 'testId' in way ? way.testId : '');

/** In the name of a cookie, a key or an attribute whose value is not the id of an account. */
const SECRET = /sess|token|secret|csrf|xsrf|jwt|passw|credential|bearer/i;

/** The name of the value itself. */
function nameOfId(id: SitePack['account']['id']): string {
  if ('cookie' in id) return id.cookie;
  if ('element' in id) return id.attribute;
  if ('username' in id) return '';
  return 'json' in id || id.field !== undefined ? (id.field?.split('.').at(-1) ?? '') : id.localStorage;
}

function* problemsOf({ account, composer, feed, wait, dismiss }: SitePack): Generator<string> {
  for (const { path, way } of placesOf({ account, composer, feed, wait, dismiss }, '')) {
    const problem = 'css' in way ? selectorProblem(way.css) : null;
    if (problem) yield `'${path}' ${problem}.`;
  }
  for (const { path, way } of placesOf({ composer, dismiss }, '')) {
    // What must stay as it is, such as a price, is only read.
    const word = path.startsWith('composer.keep.') ? null : forbiddenWordInMarkup(markupOf(way), useOf(path));
    if (word) yield `'${path}' contains '${word}': such an element is never used.`;
  }
  for (const { path, text } of [...textsOf(composer, 'composer'), ...textsOf(dismiss, 'dismiss')]) {
    const word = isPressedName(path) ? forbiddenWord(text, useOf(path)) : null;
    if (word) yield `'${path}' contains '${word}': an element of that name is never pressed.`;
  }
  const own: Record<string, SitePackWays> = {
    'composer.root': composer.root,
    'composer.text': composer.text,
    'composer.submit.button': composer.submit.button,
  };
  for (const [path, ways] of Object.entries(own)) {
    const word = ways.map((way) => messageFieldWord(markupOf(way))).find((found) => found !== null);
    if (word) yield `'${path}' contains '${word}': a message box is not a new post.`;
  }
  if (composer.path.split(/[/?#=&]/).some((segment) => PAGES_OF_NO_POST.test(segment))) {
    yield "'composer.path' is not a page of new posts.";
  }
  if (composer.path.includes('{')) yield "'composer.path' has a placeholder.";
  if (!account.profile.includes('{username}')) yield "'account.profile' has no {username}.";
  if (feed.address !== undefined && !feed.address.includes('{id}')) yield "'feed.address' has no {id}.";
  const name = nameOfId(account.id);
  if (SECRET.test(name)) yield `'account.id' is not the id of an account: '${name}' is the name of a secret.`;
}

const useOf = (path: string): PressUse =>
  /^composer\.image\.remove\b/.test(path) ? 'remove' : /^composer\.(submit|confirm)\b/.test(path) ? 'publish' : 'other';

/** Names of elements that are pressed. */
const isPressedName = (path: string) => /\.(names|oneDay)\./.test(path);

/** What is wrong with a site pack, in sentences. Empty when the extension may use it. */
export function checkSitePack(pack: unknown): string[] {
  const json = JSON.stringify(pack) ?? '';
  if (new TextEncoder().encode(json).length > MAX_SITE_PACK_BYTES) return ['The pack is larger than 64 KB.'];
  const { schema } = Object(pack) as { readonly schema?: unknown };
  if (schema !== SITE_PACK_SCHEMA) return [`The pack is not of schema ${SITE_PACK_SCHEMA}: make it anew.`];
  if (!Value.Check(SitePack, pack)) {
    const errors = [...Value.Errors(SitePack, pack)].slice(0, 20);
    return errors.map(({ path, message }) => `'${path.slice(1).replaceAll('/', '.') || 'pack'}': ${message}.`);
  }
  return [...problemsOf(pack)];
}
