import { searchMatch } from './searchMatch.ts';

test('an empty or blank search matches everything', () => {
  expect(searchMatch('')).toBe(true);
  expect(searchMatch('  ', 'Bella')).toBe(true);
});

test('matches a part of any text, whatever the case and the spaces around it', () => {
  expect(searchMatch(' ELLA ', 'Luna', 'Bella')).toBe(true);
  expect(searchMatch('mia', 'Luna', null, undefined)).toBe(false);
});
