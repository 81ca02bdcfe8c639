import fc from 'fast-check';
import { createWordMatcher, folded } from './forecast.ts';

test.each([
  ['Ещё СКИДКА!', ['скидка'], ['скидка']],
  ['скидками', ['скидка'], []],
  ['a.b', ['a.b', 'a', 'axb'], ['a.b', 'a']],
  ['(deal)', ['(deal)', 'deal'], ['(deal)', 'deal']],
  ['My T-Shirt, signed', ['t-shirt', 'shirt', 'shirts'], ['t-shirt', 'shirt']],
  [
    '\\d [a-z]+ (?:x) $1 */ {2}',
    ['\\d', '[a-z]+', '(?:x)', '$1', '*/', '{2}', '.*'],
    '\\d [a-z]+ (?:x) $1 */ {2}'.split(' '),
  ],
  // What is no letter or digit ends a word, also without a space.
  ['Hot🔥now at 50%off', ['🔥', '50%', 'no', 'ho'], ['🔥', '50%']],
  ['❤️ 👩‍💻', ['❤', '👩‍💻'], ['❤', '👩‍💻']],
  ['STRASSE und straße', ['straße', 'Strasse'], ['straße', 'Strasse']],
  ['ΟΔΟΣ 2', ['οδος', 'οδοσ'], ['οδος', 'οδοσ']],
  ['cafe\u0301', ['CAFÉ', 'cafe'], ['CAFÉ']],
  ['x\u0304', ['x'], []],
  ['𝒇ree 𠮷', ['ree', '𠮷'], ['𠮷']],
  ['fr\u200bee me\u00adet', ['free', 'meet'], ['free', 'meet']],
  ['meet\n  up', ['Meet up'], ['Meet up']],
  [
    'one two three',
    ['two three', 'one two', 'two', 'one two three', 'three four'],
    ['two three', 'one two', 'two', 'one two three'],
  ],
  ['anything', ['\u200b'], []],
])('%j contains of %j the words %j', (text, words, found) => {
  expect(createWordMatcher(words)(text)).toEqual(found);
});

test('finds what a search for each word alone finds', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'B', '-', ' ', '🔥'), minLength: 1, maxLength: 4 });
  const isWhole = (text: string, word: string, at: number) =>
    [at, at + word.length].every((edge) => !/\p{L}$/u.test(text.slice(0, edge)) || !/^\p{L}/u.test(text.slice(edge)));
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 8 }), fc.array(letters), (words, parts) => {
      const text = folded(parts.join(''));
      const expected = words.filter((word) => {
        for (let at = text.indexOf(folded(word)); at >= 0; at = text.indexOf(folded(word), at + 1))
          if (isWhole(text, folded(word), at)) return true;
        return false;
      });
      expect(createWordMatcher(words)(text)).toEqual(expected);
    }),
  );
});
