const DAY_MS = 86_400_000;
const MONTHS = Array.from({ length: 12 }, (_, month) => new Date(2024, month, 15));
const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');

const namesOfMonths = new Map<string, ReadonlyMap<string, number>>();

/** A name has several forms: 'май', 'мая', 'декабрь', 'дек.'. */
function monthNames(locale: string): ReadonlyMap<string, number> {
  const known = namesOfMonths.get(locale);
  if (known) return known;
  const names = new Map<string, number>();
  namesOfMonths.set(locale, names);
  for (const month of ['long', 'short'] as const) {
    for (const options of [{ month }, { month, day: 'numeric' }, { month, year: 'numeric' }] as const) {
      const format = new Intl.DateTimeFormat(locale, options);
      MONTHS.forEach((date, index) => {
        const name = format.formatToParts(date).find(({ type }) => type === 'month')?.value ?? '';
        if (lettersOf(name) !== '') names.set(lettersOf(name), index);
      });
    }
  }
  return names;
}

/** From 0. The last one, because 'mar' is also a Tuesday in Spanish, and weekdays come first. */
function monthIn(text: string, locale: string): number | null {
  const names = monthNames(locale);
  const months = (text.match(/\p{L}+/gu) ?? []).flatMap((word) => names.get(lettersOf(word)) ?? []);
  return months.at(-1) ?? null;
}

const yearIn = (text: string) => {
  const year = /(?<!\d)\d{4}(?!\d)/.exec(text)?.[0];
  return year === undefined ? null : Number(year);
};

/** Counted from year 0. */
export function readMonth(title: string, locales: readonly string[]): number | null {
  const year = yearIn(title);
  if (year === null) return null;
  const ofNumber = /(?<!\d)(0?[1-9]|1[0-2])(?!\d)/.exec(title)?.[0];
  const month = first(locales, (locale) => monthIn(title, locale)) ?? (ofNumber ? Number(ofNumber) - 1 : null);
  return month === null ? null : year * 12 + month;
}

const first = <T>(locales: readonly string[], find: (locale: string) => T | null): T | null => {
  for (const locale of locales) {
    const found = find(locale);
    if (found !== null) return found;
  }
  return null;
};

/** 'a. m.' and 'AM' are the first half of the day. Null: no half. */
export function readHalf(text: string, locales: readonly string[]): 'am' | 'pm' | null {
  const letters = lettersOf(text);
  if (letters === 'am' || letters === 'pm') return letters;
  return first(locales, (locale) => {
    const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', hour12: true });
    const named = (hour: number) =>
      lettersOf(format.formatToParts(new Date(2024, 0, 1, hour)).find(({ type }) => type === 'dayPeriod')?.value ?? '');
    return letters === '' ? null : letters === named(9) ? 'am' : letters === named(15) ? 'pm' : null;
  });
}

/** With a colon; or else with a point or an 'h', which dates have as well. */
const TIMES = [':', '[.h]'].map(
  (separator) =>
    new RegExp(`(?<!\\d)(\\d{1,2}) ?${separator} ?(\\d{2})(?!\\d)(?::\\d{2})?((?: ?\\p{L}\\.?){0,2})(?!\\p{L})`, 'u'),
);

export const holdsTime = (text: string): boolean => /(?<!\d)\d{1,2} ?[:h] ?\d{2}(?!\d)/.test(text.normalize('NFKC'));

/** Of '4.12.2026' always; of '4/12/2026' by the locale; of '2026-12-04' never. */
function isDayFirst(text: string, locale: string): boolean {
  if (/^\D*\d{4}/.test(text)) return false;
  if (/\d\.\d/.test(text)) return true;
  const order = new Intl.DateTimeFormat(locale, { dateStyle: 'short' }).formatToParts().map(({ type }) => type);
  return order.indexOf('day') < order.indexOf('month');
}

interface Day {
  /** Null: the text has none. */
  readonly year: number | null;
  readonly month: number;
  readonly day: number;
}

function dayIn(text: string, locale: string, now: Date): Day | null {
  const year = yearIn(text);
  const numbers = (text.match(/(?<!\d)\d{1,2}(?!\d)/g) ?? []).map(Number);
  const month = monthIn(text, locale);
  if (month !== null) return numbers.length === 1 ? { year, month, day: numbers[0] as number } : null;
  if (numbers.length === 2) {
    const [day = 0, monthNumber = 0] = isDayFirst(text, locale) ? numbers : [...numbers].reverse();
    return monthNumber > 12 ? null : { year, month: monthNumber - 1, day };
  }
  if (numbers.length > 0) return null;
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const words = ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const said = [-1, 0, 1, 2].find((days) => words.includes(` ${relative.format(days, 'day').toLowerCase()} `));
  if (said === undefined) return null;
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() + said);
  return { year: date.getFullYear(), month: date.getMonth(), day: date.getDate() };
}

interface Moment extends Day {
  readonly hours: number;
  readonly minutes: number;
}

function dayOf(text: string, locales: readonly string[], now: Date): Day | null {
  // Numbers next to a month in words are no day and month of another language.
  const withMonth = locales.filter((locale) => monthIn(text, locale) !== null);
  return first(withMonth.length > 0 ? withMonth : locales, (locale) => dayIn(text, locale, now));
}

const plainText = (text: string) => text.normalize('NFKC').replaceAll(/\s+/g, ' ');

/** Null: it is not understood. */
function momentIn(text: string, locales: readonly string[], now: Date): Moment | null {
  const plain = plainText(text);
  const time = TIMES.map((form) => form.exec(plain)).find((match) => match !== null);
  if (!time) return null;
  const [whole, hour, minute, suffix = ''] = time;
  const half = readHalf(suffix, locales);
  const hours = half === null ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  const withoutTime = plain.replace(half === null ? whole.slice(0, whole.length - suffix.length) : whole, ' ');
  const day = dayOf(withoutTime, locales, now);
  return day && { ...day, hours, minutes: Number(minute) };
}

/** To the minute, in the browser's time zone. False for a text that is not understood. */
export function showsTime(text: string, at: Date, locales: readonly string[]): boolean {
  const iso = /\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})/.exec(text.normalize('NFKC'))?.[0];
  if (iso) return Math.floor(Date.parse(iso) / 60_000) === Math.floor(at.getTime() / 60_000);
  const shown = momentIn(text, locales, new Date());
  return (
    shown !== null &&
    (shown.year === null || shown.year === at.getFullYear()) &&
    [shown.month, shown.day, shown.hours, shown.minutes].join() ===
      [at.getMonth(), at.getDate(), at.getHours(), at.getMinutes()].join()
  );
}

/** A day without a year is the last one before tomorrow. */
function dateOf({ year, month, day }: Day, now: Date, hours = 0, minutes = 0): Date {
  const inYear = (wanted: number) => new Date(wanted, month, day, hours, minutes);
  if (year !== null) return inYear(year);
  const thisYear = inYear(now.getFullYear());
  return thisYear.getTime() > now.getTime() + DAY_MS ? inYear(now.getFullYear() - 1) : thisYear;
}

/** In the browser's time zone. Null: it is not understood. */
export function readMoment(text: string, locales: readonly string[], now: Date): Date | null {
  const shown = momentIn(text, locales, now);
  return shown && dateOf(shown, now, shown.hours, shown.minutes);
}

/** The begin of the day. It has a year, or its month in words. Null: it is not understood. */
export function readDay(text: string, locales: readonly string[], now: Date): Date | null {
  const plain = plainText(text);
  const shown = dayOf(plain, locales, now);
  if (!shown || (shown.year === null && locales.every((locale) => monthIn(plain, locale) === null))) return null;
  const date = dateOf(shown, now);
  return date.getDate() === shown.day ? date : null;
}
