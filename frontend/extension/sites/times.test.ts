import { readMonth, showsTime } from './times.ts';

const LOCALES = ['en', 'ru', 'es'];

test.each([
  ['December 2026', 'en'],
  ['2026 December', 'en'],
  ['декабрь 2026 г.', 'ru'],
  ['дек. 2026', 'ru'],
  ['diciembre de 2026', 'es'],
  ['12/2026', 'en'],
])('the month title %s is understood, in any order of locales', (title, language) => {
  expect(readMonth(title, [language])).toBe(2026 * 12 + 11);
  expect(readMonth(title, LOCALES)).toBe(2026 * 12 + 11);
});

test.each(['', 'December', '2026', 'Choose a date'])('the month title %p is not understood', (title) => {
  expect(readMonth(title, LOCALES)).toBeNull();
});

const AT = new Date(2026, 11, 4, 22, 30);

test('all dates that Intl writes are understood, and no other time is', () => {
  const others = [
    new Date(2026, 11, 4, 22, 31),
    new Date(2026, 11, 4, 10, 30),
    new Date(2026, 11, 5, 22, 30),
    new Date(2026, 10, 4, 22, 30),
    new Date(2027, 11, 4, 22, 30),
  ];
  for (const locale of [...LOCALES, 'en-GB', 'es-MX', 'de', 'fr', 'pt-BR', 'uk', 'it']) {
    for (const dateStyle of ['full', 'long', 'medium', 'short'] as const) {
      for (const hour12 of [true, false]) {
        const format = new Intl.DateTimeFormat(locale, {
          ...{ weekday: dateStyle === 'full' ? 'long' : undefined, year: 'numeric', day: 'numeric' },
          month: dateStyle === 'short' ? 'numeric' : dateStyle === 'medium' ? 'short' : 'long',
          ...{ hour: 'numeric', minute: '2-digit', hour12 },
        });
        expect([format.format(AT), showsTime(format.format(AT), AT, [locale])]).toEqual([format.format(AT), true]);
        for (const other of others) {
          const text = format.format(other);
          expect([text, showsTime(text, AT, [locale])]).toEqual([text, false]);
        }
      }
    }
  }
});

test.each(['', '22:30', 'soon', 'Dec 4', 'Dec 4 or 5, 10:30 PM'])('%p is not understood', (text) => {
  expect(showsTime(text, AT, LOCALES)).toBe(false);
});
