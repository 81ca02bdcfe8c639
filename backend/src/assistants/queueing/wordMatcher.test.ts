import { createWordMatcher } from './forecast.ts';

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
