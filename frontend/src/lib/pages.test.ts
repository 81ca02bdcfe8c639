import { isOlderVersion, shortTags } from './pages.ts';

test.each([
  ['1.0.0', '1.0.1'],
  ['1.9.0', '1.10.0'],
  ['0.9', '1.0.0'],
  ['1.0', '1.0.1'],
])('%s is older than %s, and not the reverse', (older, newer) => {
  expect(isOlderVersion(older, newer)).toBe(true);
  expect(isOlderVersion(newer, older)).toBe(false);
});

test.each([
  ['1.0.0', '1.0.0'],
  ['1.0', '1.0.0'],
])('neither of %s and %s is older', (one, other) => {
  expect(isOlderVersion(one, other)).toBe(false);
  expect(isOlderVersion(other, one)).toBe(false);
});

test.each([
  [[], ''],
  [['vip'], 'vip'],
  [['vip', 'EU', 'night shift', 'Ibiza 2026', 'spring'], 'vip, EU, night shift +2'],
  [['a tag that is longer than its line'], 'a tag that is longer than its line'],
])('the tags %j are %p in a row', (tags, expected) => {
  expect(shortTags(tags)).toBe(expected);
});
