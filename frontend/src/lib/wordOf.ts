/** The word if it is one of `words`, else null: unknown words in a URL are ignored. */
export const wordOf = <Word extends string>(words: readonly Word[], word: string | null): Word | null =>
  words.find((known) => known === word) ?? null;
