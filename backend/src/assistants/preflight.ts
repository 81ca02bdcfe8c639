import type { ForecastWarning } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import { lowerCased } from '../postings/targets.ts';
import type { Assistant } from './assistant.entity.ts';
import { findListedWords, inspectFlyers, replaceListedWords } from './preflight.query.ts';

/** Enough for a person. */
const MAX_WARNINGS = 100;

export async function listedWordsOf(db: Db, ownerId: string): Promise<string[]> {
  return (await findListedWords(db, [ownerId]))[0]?.words ?? [];
}

/** Trims the words, and keeps of words that differ only in case the first. */
export async function setListedWordsOf(db: Db, ownerId: string, words: readonly string[]): Promise<string[]> {
  const known = new Set(['']);
  const kept = words
    .map((word) => word.trim())
    .filter((word) => !known.has(word.toLowerCase()) && known.add(word.toLowerCase()));
  await replaceListedWords(db, [ownerId, kept]);
  return kept;
}

const escaped = (word: string) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** The words that a text contains as whole words, ignoring case. */
export function wordsIn(text: string, words: readonly string[]): string[] {
  return words.filter((word) => {
    const pattern = `(?<![\\p{L}\\p{N}])${escaped(word)}(?![\\p{L}\\p{N}])`;
    return new RegExp(pattern, 'iu').test(text);
  });
}

/** What may be unwanted about the flyers of an assistant on the pages that its rules match. Nothing is changed because of it. */
export async function findWarnings(db: Db, { id, ownerId, postingRules }: Assistant): Promise<ForecastWarning[]> {
  const words = await listedWordsOf(db, ownerId);
  const targets = [postingRules.target_pages, lowerCased(postingRules.target_tags)] as const;
  const flyers = await inspectFlyers(db, [ownerId, ...targets, id, words.length > 0]);
  const warnings = flyers.flatMap(({ description, is_long, pages }, index): ForecastWarning[] => {
    const flyer = index + 1;
    return [
      ...(pages > 0 ? [{ kind: 'repeated_image' as const, flyer, pages, word: null }] : []),
      ...(is_long ? [{ kind: 'long_text' as const, flyer, pages: 0, word: null }] : []),
      ...wordsIn(description ?? '', words).map((word) => ({ kind: 'listed_word' as const, flyer, pages: 0, word })),
    ];
  });
  return warnings.slice(0, MAX_WARNINGS);
}
