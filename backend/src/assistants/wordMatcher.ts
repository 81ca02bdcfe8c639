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

/** For a pattern, of JavaScript or of Postgres. */
export const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Matches a word that neither begins nor ends inside of letters, digits and accents. */
function wholeWord(word: string): RegExp {
  const edge = '(?!(?<=[\\p{L}\\p{N}\\p{M}])[\\p{L}\\p{N}\\p{M}])';
  return new RegExp(`${edge}${escaped(word)}${edge}`, 'u');
}

/** Returns a function that finds which of the words a text contains as whole words, ignoring case. Words may overlap. */
export function createWordMatcher(words: readonly string[]): (text: string) => string[] {
  const patterns = words
    .filter((word) => folded(word) !== '')
    .map((word) => ({ word, pattern: wholeWord(folded(word)) }));
  return (text) => {
    const searched = folded(text);
    return patterns.filter(({ pattern }) => pattern.test(searched)).map(({ word }) => word);
  };
}
