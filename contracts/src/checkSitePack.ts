import { Value, type ValueError } from '@sinclair/typebox/value';
import { MAX_SITE_PACK_BYTES, SITE_PACK_SCHEMA, SitePack, type SitePackStep, type SitePackWay } from './sitePack.ts';
import {
  forbiddenInMarkup,
  forbiddenName,
  messageFieldWord,
  normalizedName,
  type PressUse,
  PUBLISHING_NAMES,
} from './sitePackWords.ts';

const IDENT = '-?[_a-zA-Z][\\w-]{0,80}';
const ATTRIBUTE = `\\[${IDENT}(?:[~|^$*]?=(?:"[^"\\\\\\n]{0,100}"|${IDENT}))?\\]`;
const PART = `(?:#${IDENT}|\\.${IDENT}|${ATTRIBUTE})`;
const PLAIN = `(?:${IDENT}${PART}{0,6}|${PART}{1,6})`;
const PSEUDO = `:(?:(?:first|last|only)-(?:child|of-type)|checked|disabled|enabled|empty|nth-(?:child|of-type)\\([1-9]\\d?\\)|(?:not|has)\\(${PLAIN}(?::checked|:disabled|:empty)?\\))`;
const COMPOUND = `(?:${PLAIN}(?:${PSEUDO}){0,3}|(?:${PSEUDO}){1,3})`;
/** A browser matches it fast: no lists, nothing nested, at most six elements. */
const SELECTOR = new RegExp(`^${COMPOUND}(?:(?: ?[>+~] ?| )${COMPOUND}){0,5}$`);

const PAGES_OF_NO_POST =
  /^(chats?|messages?|inbox|settings?|payments?|payouts?|billing|bank(ing)?|cards?|wallet|subscri.*|notifications?|login|logout|delete|account)$/;

export const isSelector = (selector: string): boolean => selectorProblem(selector) === null;

function selectorProblem(selector: string): string | null {
  if (!SELECTOR.test(selector)) return 'is not a selector of the allowed form';
  return (selector.match(/:has\(/g) ?? []).length > 1 ? 'has :has() more than once' : null;
}

function* placesOf(part: unknown, path: string): Generator<{ path: string; way: SitePackWay }> {
  if (typeof part !== 'object' || part === null) return;
  if ('css' in part || 'testId' in part || 'role' in part) yield { path, way: part as SitePackWay };
  else for (const [key, value] of Object.entries(part)) yield* placesOf(value, path === '' ? key : `${path}.${key}`);
}

function* textsOf(part: unknown, path: string): Generator<{ path: string; text: string }> {
  if (typeof part === 'string') yield { path, text: part };
  else if (typeof part === 'object' && part !== null)
    for (const [key, value] of Object.entries(part)) yield* textsOf(value, `${path}.${key}`);
}

const markupOf = (way: SitePackWay) => ('css' in way ? way.css : 'testId' in way ? way.testId : '');

/** In names of cookies, keys or attributes whose value is not the id of an account. */
export const SECRET = /sess|token|secret|csrf|xsrf|jwt|passw|credential|bearer/i;

/** The name of a value that is a username. Nothing else is read of an answer. */
export const USERNAME_FIELD = /^(?:user_?name|slug|login|handle|screen_?name|nick_?name|name)$/i;

function nameOfId(id: SitePack['account']['id']): string {
  if ('cookie' in id) return id.cookie;
  if ('element' in id) return id.attribute;
  if ('username' in id) return '';
  return 'json' in id || id.field !== undefined ? (id.field?.split('.').at(-1) ?? '') : id.localStorage;
}

const useOf = (path: string, step: SitePackStep | undefined): PressUse =>
  step?.do === 'attach' && /\.remove\b/.test(path)
    ? 'remove'
    : step?.do === 'publish' || step?.do === 'confirm'
      ? 'publish'
      : 'other';

/** What is only read, such as a price, is none. */
export function refusedNames({ steps, dismiss = [], allow }: Pick<SitePack, 'steps' | 'dismiss' | 'allow'>) {
  const namesIn = (part: unknown, path: string, step?: SitePackStep) =>
    [...textsOf(part, path)].flatMap(({ path: at, text }) => {
      const phrase = /\.names\./.test(at) ? forbiddenName(text, useOf(at, step), allow) : null;
      return phrase === null ? [] : [{ path: at, name: text, phrase }];
    });
  const pressed = steps.flatMap((step, n) => (step.do === 'keep' ? [] : namesIn(step, `steps.${n}`, step)));
  return [...pressed, ...dismiss.flatMap(({ names }, n) => namesIn(names, `dismiss.${n}.names`))];
}

function* problemsOfStep(step: SitePackStep, path: string): Generator<string> {
  for (const { path: at, way } of placesOf(step, path)) {
    const word = step.do === 'keep' ? null : forbiddenInMarkup(markupOf(way), useOf(at, step));
    if (word) yield `'${at}' contains '${word}': such an element is never used.`;
  }
  if (step.do === 'fill') {
    const word = step.field.map((way) => messageFieldWord(markupOf(way))).find((found) => found !== null);
    if (word) yield `'${path}.field' contains '${word}': a message box is not a new post.`;
  }
  if (step.do === 'confirm' && step.texts && !step.dialog) yield `'${path}' has texts, but no dialog that says them.`;
  if (step.do === 'wait' && !step.shown === !step.gone) yield `'${path}' waits for nothing, or for two things.`;
}

function* problemsOfOrder({ steps }: SitePack): Generator<string> {
  const count = (kind: SitePackStep['do']) => steps.filter((step) => step.do === kind).length;
  for (const kind of ['open', 'publish'] as const)
    if (count(kind) !== 1) yield `The steps have '${kind}' not exactly once.`;
  for (const kind of ['attach', 'time'] as const) if (count(kind) > 1) yield `The steps have '${kind}' more than once.`;
  const texts = steps.filter((step) => step.do === 'fill' && step.what === 'text').length;
  if (texts !== 1) yield 'The steps enter the text not exactly once.';
  if (steps[0]?.do !== 'open') yield "The first step is not 'open'.";
  const press = steps.findIndex((step) => step.do === 'publish');
  for (const [n, step] of steps.entries()) {
    if ((step.do === 'confirm') !== (press >= 0 && n > press) && n !== press) {
      yield n < press
        ? `'steps.${n}' confirms before the press.`
        : `'steps.${n}' comes after the press and is no 'confirm'.`;
    }
    const names = step.do === 'press' ? Object.values(step.names).flat() : [];
    const publishes = names.find((one) => PUBLISHING_NAMES.includes(normalizedName(one)));
    // The first press may open the new post: there is nothing yet that it could publish.
    const isOpener = steps.slice(0, n).every((one) => one.do !== 'fill' && one.do !== 'attach');
    if (publishes && !isOpener)
      yield `'steps.${n}' presses '${publishes}' before the press: make it the press, and what follows 'confirm'.`;
  }
}

function* problemsOf(pack: SitePack): Generator<string> {
  const { account, steps, feed, wait, dismiss = [], form, outcome } = pack;
  for (const { path, way } of placesOf({ account, steps, feed, wait, dismiss, form, outcome }, '')) {
    const problem = 'css' in way ? selectorProblem(way.css) : null;
    if (problem) yield `'${path}' ${problem}.`;
  }
  for (const [n, step] of steps.entries()) yield* problemsOfStep(step, `steps.${n}`);
  for (const { path, phrase } of refusedNames(pack))
    yield `'${path}' contains '${phrase}': an element of that name is never pressed, unless 'allow' has its name.`;
  const word = form?.map((way) => messageFieldWord(markupOf(way))).find((found) => found !== null);
  if (word) yield `'form' contains '${word}': a message box is not a new post.`;
  yield* problemsOfOrder(pack);
  const [open] = steps;
  if (open?.do === 'open') {
    if (open.path.split(/[/?#=&]/).some((segment) => PAGES_OF_NO_POST.test(segment)))
      yield "'steps.0.path' is not a page of new posts.";
    if (open.path.includes('{')) yield "'steps.0.path' has a placeholder.";
  }
  if (account.profile !== undefined && !account.profile.includes('{username}'))
    yield "'account.profile' has no {username}.";
  if (account.path?.includes('{')) yield "'account.path' has a placeholder.";
  if (account.field !== undefined) {
    if (account.path === undefined) yield "'account.field' has no 'account.path' that answers with it.";
    if (!USERNAME_FIELD.test(account.field.split('.').at(-1) ?? ''))
      yield `'account.field' is not a username: '${account.field}'.`;
  }
  if (feed.path.includes('{*}')) yield "'feed.path' has a {*}.";
  if (feed.address !== undefined && !feed.address.includes('{id}')) yield "'feed.address' has no {id}.";
  const name = nameOfId(account.id);
  if (SECRET.test(name)) yield `'account.id' is not the id of an account: '${name}' is the name of a secret.`;
}

/** In sentences. Empty when the extension may use the pack. */
export function checkSitePack(value: unknown): string[] {
  const json = JSON.stringify(value) ?? '';
  if (new TextEncoder().encode(json).length > MAX_SITE_PACK_BYTES) return ['The pack is larger than 64 KB.'];
  const { schema } = Object(value) as { schema?: unknown };
  if (schema !== SITE_PACK_SCHEMA) return [`The pack is not of schema ${SITE_PACK_SCHEMA}: make it anew.`];
  if (Value.Check(SitePack, value)) return [...problemsOf(value)];
  return [...Value.Errors(SitePack, value)].flatMap(sentencesOf).slice(0, 20);
}

/** Without the pattern, which nobody can read. */
function sentencesOf({ path, message, schema, value }: ValueError): string[] {
  const at = path.slice(1).replaceAll('/', '.') || 'pack';
  if (/^steps\.\d+$/.test(at) && 'anyOf' in schema) {
    const { do: kind } = Object(value) as { do?: unknown };
    const ofKind = SitePack.properties.steps.items.anyOf.filter((one) => one.properties.do.const === kind);
    if (ofKind.length === 0) return [`'${at}.do': '${String(kind)}' is no step.`];
    const errors = ofKind.map((one) => [...Value.Errors(one, value)]).sort((a, b) => a.length - b.length)[0] ?? [];
    return errors.flatMap((error) => sentencesOf({ ...error, path: `${path}${error.path}` }));
  }
  if (typeof value !== 'string' || !message.includes('to match')) return [`'${at}': ${message}.`];
  return [`'${at}': '${value.slice(0, 60)}' has not the form of: ${schema.description ?? 'such a value'}.`];
}
