import type { SitePackNames, SitePackWay } from '@flyerdeck/contracts/sitePack';
import { normalizedName } from '@flyerdeck/contracts/sitePackWords';
import type { Draft, Survey } from '../shared/teachTypes.ts';
import { isBeforeComposer, QUESTIONS, type Question, questionOf, waysPath } from './questions.ts';

type Json = unknown;
type Part = Draft['pack'];

/** What the person has shown. */
export interface Answer {
  readonly way: SitePackWay;
  readonly name: string;
  readonly language: string;
  /** Of a link: the address of a profile or of a post. Null: the one of the pack fits. */
  readonly address: string | null;
  /** A field of a time, with the form of its text. */
  readonly timeField: { readonly form: string | null } | null;
}

const isPart = (value: Json): value is Part => typeof value === 'object' && value !== null;
export const at = (pack: Json, path: string): Json =>
  path.split('.').reduce((part, key) => (isPart(part) ? part[key] : undefined), pack);

/** The pack with another value at a path. Undefined removes it. */
export function withAt(pack: Json, path: string, value: Json): Part {
  const [key = '', ...rest] = path.split('.');
  const part = isPart(pack) ? pack : {};
  if (rest.length > 0) return { ...part, [key]: withAt(part[key], rest.join('.'), value) };
  const { [key]: _, ...others } = part;
  return value === undefined ? others : { ...part, [key]: value };
}

/** A pack that knows nothing of the site: everything that a pack must have is asked for. */
export const emptyPack = (site: string): Part => ({
  schema: 2,
  version: 1,
  site,
  locales: ['en'],
  account: { id: { cookie: '' }, link: [], profile: '/{username}', loginForm: [] },
  composer: {
    path: '/',
    root: [],
    text: [],
    image: { input: [], ready: [] },
    submit: { button: [], names: {} },
    answer: { posted: [] },
  },
  feed: { path: '/{username}', post: [], text: [], image: [], time: [], link: [] },
});

const MAX_NAMES = 8;

/** With one more name in a language, the newest one first. */
export function withName(names: Json, language: string, name: string): SitePackNames {
  const known = (isPart(names) ? names : {}) as SitePackNames;
  const others = (known[language] ?? []).filter((one) => normalizedName(one) !== normalizedName(name));
  return { ...known, [language]: [name, ...others].slice(0, MAX_NAMES) };
}

/** Names of other languages are kept. */
function inAllLanguages(way: SitePackWay, old: Json, { language, name }: Answer): SitePackWay {
  const before = Array.isArray(old)
    ? old.find((one) => 'role' in way && one.role === way.role && one.names)
    : undefined;
  return 'role' in way && way.names && before ? { ...way, names: withName(before.names, language, name) } : way;
}

const SCHEDULE = 'composer.schedule';
const hasTimeField = (pack: Json) => at(pack, `${SCHEDULE}.field`) !== undefined;

/** The pack with an answer. */
export function answered(pack: Part, question: Question, answer: Answer): Part {
  const { path, names } = question;
  const { way, name, language, address, timeField } = answer;
  if (path === `${SCHEDULE}.opener` && timeField) {
    return withAt(pack, SCHEDULE, { field: [way], ...(timeField.form ? { form: timeField.form } : {}) });
  }
  if (path === `${SCHEDULE}.opener` && !hasTimeField(pack) && at(pack, SCHEDULE) === undefined) {
    return withAt(pack, SCHEDULE, { opener: [way] });
  }
  const ways = waysPath(question);
  let changed = withAt(pack, ways, [inAllLanguages(way, at(pack, ways), answer)]);
  if (names && name !== '') changed = withAt(changed, names, withName(at(pack, names), language, name));
  if (path === 'account.link' && address) changed = withAt(changed, 'account.profile', address);
  if (path === 'feed.link' && address !== null) changed = withAt(changed, 'feed.address', address || undefined);
  return changed;
}

/** Whether a question has a sense with this pack. */
export function applies(pack: Json, { path }: Question): boolean {
  if (path.startsWith('composer.expiry.') && !at(pack, 'composer.expiry')) return path === 'composer.expiry.opener';
  if (!path.startsWith(`${SCHEDULE}.`)) return true;
  if (!at(pack, SCHEDULE)) return path === `${SCHEDULE}.opener`;
  const ofField = ['opener', 'field', 'save', 'shown'].some((part) => path === `${SCHEDULE}.${part}`);
  return hasTimeField(pack) ? ofField : path !== `${SCHEDULE}.field`;
}

/** Whether the pack must have it. */
const isNeeded = (pack: Json, { path, absent }: Question) =>
  absent === undefined || (absent !== path && at(pack, absent) !== undefined);

/** A field for the time may do without the other parts of a scheduler. */
const isOptional = (pack: Json, { path }: Question) => path.startsWith(SCHEDULE) && hasTimeField(pack);

const isSeen = (pack: Json, { place, within, path }: Question, { counts, places }: Survey): boolean =>
  within
    ? (counts[within] ?? 0) > 0 &&
      // Behind the tab of the time: the probe looks for them.
      !(/\.(?:hour|minute|half)$/.test(path) && at(pack, `${SCHEDULE}.timeTab`) !== undefined)
    : places.includes(place);

/** The draft after a look at the page. What can not be judged on this page stays as it was. */
export function judged(draft: Draft, survey: Survey, probed: readonly string[] = []): Draft {
  const { pack, settled } = draft;
  const known = new Set([...draft.missing, ...probed]);
  const isMissing = (question: Question): boolean => {
    const { path, prerequisite, target } = question;
    if (!applies(pack, question)) return false;
    const count = survey.counts[path];
    if (count === undefined && target !== 'address')
      return !isOptional(pack, question) && (known.has(path) || isNeeded(pack, question));
    if ((count ?? 0) > 0) return probed.includes(path);
    return (
      known.has(path) ||
      (!prerequisite && target !== 'address' && !isBeforeComposer(question) && isSeen(pack, question, survey))
    );
  };
  const missing = QUESTIONS.filter(isMissing);
  const touched = new Set(
    [...missing.map(({ path }) => path), ...settled]
      .map(questionOf)
      .flatMap((one) => (one && !one.prerequisite ? [one.place] : [])),
  );
  // What is shown only after something was done can not be looked for: it is asked if the site has changed near it.
  const unseen = QUESTIONS.filter(
    (one) =>
      one.prerequisite &&
      touched.has(one.place) &&
      applies(pack, one) &&
      survey.counts[one.path] === 0 &&
      !missing.includes(one),
  );
  // Otherwise a list that closes would be asked for again, in the middle of the next answer.
  const seen = draft.missing.filter((path) => questionOf(path)?.prerequisite && (survey.counts[path] ?? 0) > 0);
  return {
    ...draft,
    missing: [...missing, ...unseen].map(({ path }) => path),
    settled: [...new Set([...settled, ...seen])],
  };
}

/** What is asked now: what can be clicked on this page, then what can not. Null: nothing is missing. */
export function nextQuestion(draft: Draft, survey: Survey): Question | null {
  if (draft.chosen !== null) return questionOf(draft.chosen) ?? null;
  const { missing, settled, pack } = draft;
  const open = QUESTIONS.filter(({ path }) => missing.includes(path) && !settled.includes(path));
  const isHere = (one: Question) => isBeforeComposer(one) || survey.places.includes(one.place);
  const isShown = (one: Question) => !one.prerequisite && isSeen(pack, one, survey);
  return open.find((one) => isHere(one) && isShown(one)) ?? open.find(isHere) ?? open[0] ?? null;
}

export const settle = (draft: Draft, path: string, pack = draft.pack): Draft => ({
  ...draft,
  pack,
  chosen: null,
  settled: [...new Set([...draft.settled, path])],
});

/** Before another try: what can be looked for is asked again if it is not found. */
export const reopened = (draft: Draft): Draft => ({
  ...draft,
  chosen: null,
  missing: [],
  settled: draft.settled.filter((path) => questionOf(path)?.prerequisite),
});
