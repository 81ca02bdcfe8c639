import { searchMatch } from './searchMatch.ts';

test('an empty or blank search matches every text', () => {
  expect(searchMatch('')).toBe(true);
  expect(searchMatch('  ', 'Bella')).toBe(true);
});

test('a search matches a part of any text, ignoring case and surrounding spaces', () => {
  expect(searchMatch(' ELLA ', 'Luna', 'Bella')).toBe(true);
  expect(searchMatch('mia', 'Luna', null, undefined)).toBe(false);
});
