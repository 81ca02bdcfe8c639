import type { ForecastWarning } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import type { Assistant } from './assistant.entity.ts';
import { findListedWords, inspectFlyers, replaceListedWords } from './preflight.query.ts';
import { createWordMatcher, folded } from './wordMatcher.ts';

/** Enough for a person. */
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

/** What may be unwanted about the flyers of an assistant on the pages that its rules match. Nothing is changed because of it. */
export async function findWarnings(db: Db, { id, ownerId, postingRules }: Assistant): Promise<ForecastWarning[]> {
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
