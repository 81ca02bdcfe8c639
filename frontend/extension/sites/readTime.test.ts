import { readTime } from './times.ts';

const NOW = new Date(2026, 10, 23, 18, 30).getTime();
const LOCALES = ['en', 'ru', 'es'];
const minutesAgo = (text: string, attributes: Record<string, string> = {}) => {
  const element = document.createElement('time');
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  const range = readTime(element, LOCALES, { en: ['Just now'] }, NOW);
  return range && [range.earliestMs, range.latestMs].map((atMs) => (NOW - atMs) / 60_000);
};

test('a time for machines is exact, wherever it is', () => {
  const iso = new Date(NOW - 600_000).toISOString();
  expect(minutesAgo('yesterday', { datetime: iso })).toEqual([10, 10]);
  expect(minutesAgo('10m', { title: iso })).toEqual([10, 10]);
});

test.each([
  ['November 23, 2026 at 6:20 PM', [10, 9]],
  ['23 ноября 2026 г., 18:20', [10, 9]],
  ['Today at 18:20', [10, 9]],
  ['yesterday, 18:30', [1_440, 1_439]],
])('a title for people is exact to the minute: %s', (title, range) => {
  expect(minutesAgo('10m', { title })).toEqual(range);
});

test.each([
  ['10 minutes ago', [11, 9]],
  ['10m', [11, 9]],
  ['10 минут назад', [11, 9]],
  ['hace 10 minutos', [11, 9]],
  ['an hour', null],
  ['1 hour ago', [120, 0]],
  ['yesterday', [2_880, 0]],
  ['Just now', [2, -1]],
  ['', null],
])('a relative time is a range: %s', (text, range) => {
  expect(minutesAgo(text)).toEqual(range);
});

describe('a date without a time', () => {
  const dayOf = (text: string, attributes: Record<string, string> = {}) => {
    const element = Object.assign(document.createElement('time'), { textContent: text });
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return readTime(element, LOCALES, undefined, NOW);
  };
  const day = (date: number, month = 10, year = 2026) => ({
    earliestMs: new Date(year, month, date).getTime(),
    latestMs: new Date(year, month, date + 1).getTime(),
    isDay: true,
  });

  test.each([
    ['November 23, 2026', day(23)],
    ['lun, 23 nov 2026', day(23)],
    ['23.11.2026', day(23)],
    ['Today', day(23)],
    ['December 24', day(24, 11, 2025)],
  ])('is that day: %s', (text, range) => {
    expect(dayOf(text)).toEqual(range);
  });

  test.each(['1/2', '23.11.', 'Page 3 of 2026', 'November 2026', '31 November', '99 Nov'])('is not in %s', (text) => {
    expect(dayOf(text)).toBeNull();
  });
});

test('last December is not in the future', () => {
  expect(minutesAgo('December 24, 18:30')?.[0]).toBeGreaterThan(300 * 1_440);
});
