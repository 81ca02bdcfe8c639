import { type Forecast, type ForecastWarning, PAGE_DAY_CREDITS } from '@flyerdeck/contracts';
import { type Db, oneRow } from '../../database/statement.ts';
import { pauseSentence } from '../../postings/claim/claimPause.query.ts';
import type { Assistant } from '../assistant.entity.ts';
import { countPostings, extentOf, findProblem, NOT_WAITING, planFlyers } from './addToQueue.ts';
import { findListedWords, inspectFlyers, planNewPostings, replaceListedWords } from './queueing.query.ts';
import type { FlyerPlan } from './queueing.ts';

/** The same text for words that differ only in case, in the encoding of a letter, in invisible characters or in white space. */
export const folded = (text: string): string =>
  text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    // Normalising takes quadratic time for the accents of one letter.
    .replace(/(\p{M}{8})\p{M}+/gu, '$1')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFC')
    .replace(/\s+/g, ' ');

export const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Matches a word that neither begins nor ends inside of letters, digits and accents. */
function wholeWord(word: string): RegExp {
  const edge = '(?!(?<=[\\p{L}\\p{N}\\p{M}])[\\p{L}\\p{N}\\p{M}])';
  return new RegExp(`${edge}${escaped(word)}${edge}`, 'u');
}

/** Ignores case. Found words may overlap. */
export function createWordMatcher(words: readonly string[]): (text: string) => string[] {
  const patterns = words
    .filter((word) => folded(word) !== '')
    .map((word) => ({ word, pattern: wholeWord(folded(word)) }));
  return (text) => {
    const searched = folded(text);
    return patterns.filter(({ pattern }) => pattern.test(searched)).map(({ word }) => word);
  };
}

const MAX_WARNINGS = 100;

export async function listedWordsOf(db: Db, ownerId: string): Promise<string[]> {
  return (await findListedWords(db, [ownerId]))[0]?.words ?? [];
}

/** Trims the words, and keeps the first of those that the forecast does not distinguish, such as words in another case. */
export async function setListedWordsOf(db: Db, ownerId: string, words: readonly string[]): Promise<string[]> {
  const known = new Set(['']);
  const kept = words.map((word) => word.trim()).filter((word) => !known.has(folded(word)) && known.add(folded(word)));
  await replaceListedWords(db, [ownerId, kept]);
  return kept;
}

async function findWarnings(db: Db, { id, ownerId, postingRules }: Assistant): Promise<ForecastWarning[]> {
  const words = await listedWordsOf(db, ownerId);
  const targets = [postingRules.target_pages, postingRules.target_tags] as const;
  const flyers = await inspectFlyers(db, [ownerId, ...targets, id, words.length > 0]);
  const wordsIn = createWordMatcher(words);
  const warnings: ForecastWarning[] = [];
  for (const [index, { description, is_long, pages }] of flyers.entries()) {
    const flyer = index + 1;
    if (pages > 0) warnings.push({ kind: 'repeated_image', flyer, pages, word: null });
    if (is_long) warnings.push({ kind: 'long_text', flyer, pages: 0, word: null });
    for (const word of wordsIn(description ?? '')) warnings.push({ kind: 'listed_word', flyer, pages: 0, word });
    if (warnings.length >= MAX_WARNINGS) break;
  }
  return warnings.slice(0, MAX_WARNINGS);
}

const HOUR_MS = 3_600_000;

const range = (times: readonly (Date | null | undefined)[]): [first: string | null, last: string | null] => {
  const known = times.filter((time) => time != null).sort((a, b) => a.getTime() - b.getTime());
  return [known[0]?.toISOString() ?? null, known.at(-1)?.toISOString() ?? null];
};

/** Only pages with limits or a pause. */
function planRestricted(db: Db, { ownerId, postingRules: rules, startsAt }: Assistant, flyers: readonly FlyerPlan[]) {
  const later = rules.duplication_time_hours;
  const postings = [
    ...flyers.map(({ delay_hours, run_index }) => [delay_hours, 2 * run_index] as const),
    ...(later > 0 ? flyers.map(({ delay_hours, run_index }) => [delay_hours + later, 2 * run_index + 1] as const) : []),
  ];
  const [delays, runs] = [postings.map(([delay]) => delay), postings.map(([, run]) => run)];
  return oneRow(
    planNewPostings(db, [
      ownerId,
      rules.target_pages,
      rules.target_tags,
      delays,
      runs,
      rules.delay_between_tasks_hours,
      startsAt,
    ]),
  );
}

export async function forecast(db: Db, assistant: Assistant): Promise<Forecast> {
  const extent = await extentOf(db, assistant);
  const flyers = planFlyers(assistant, extent);
  const delays = flyers.map((flyer) => flyer.delay_hours);
  const postsAny = delays.length > 0 && extent.pages > 0;
  const creditsNeeded = postsAny ? extent.unpaid_pages * PAGE_DAY_CREDITS : 0;
  const problem = assistant.queuedAt === null ? ((await findProblem(db, assistant, extent))?.[1] ?? null) : NOT_WAITING;
  // Unrestricted pages post at their delays.
  const isFree = postsAny && extent.pages > extent.restricted_pages;
  const startMs = assistant.startsAt?.getTime() ?? Date.now();
  const at = (hours: number) => (isFree ? new Date(startMs + hours * HOUR_MS) : null);
  const plan =
    problem === null && extent.restricted_pages > 0 ? await planRestricted(db, assistant, flyers) : undefined;
  const [first_at, last_at] = range([
    at(Math.min(...delays)),
    at(Math.max(...delays) + assistant.postingRules.duplication_time_hours),
    plan?.first_at,
    plan?.last_at,
  ]);
  return {
    pages: extent.pages,
    offline_pages: extent.offline_pages,
    flyers: delays.length,
    postings: countPostings(assistant, extent),
    credits_needed: creditsNeeded,
    credits_balance: extent.balance,
    shortfall: Math.max(0, creditsNeeded - extent.balance),
    first_at,
    last_at,
    is_last_known: plan?.is_last_known ?? true,
    limited_pages: plan?.moved_pages ?? 0,
    posting_paused: await pauseSentence(db),
    problem,
    warnings: await findWarnings(db, assistant),
  };
}
