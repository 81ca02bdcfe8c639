import type { SitePackNames } from '@flyerdeck/contracts/sitePack';
import { isNameIn } from '@flyerdeck/contracts/sitePackWords';

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

function readMoment(text: string, locales: readonly string[], now: Date): Date | null {
  const shown = momentIn(text, locales, now);
  return shown && dateOf(shown, now, shown.hours, shown.minutes);
}

/** The begin of the day. It has a year, or its month in words. Null: it is not understood. */
function readDay(text: string, locales: readonly string[], now: Date): Date | null {
  const plain = plainText(text);
  const shown = dayOf(plain, locales, now);
  if (!shown || (shown.year === null && locales.every((locale) => monthIn(plain, locale) === null))) return null;
  const date = dateOf(shown, now);
  return date.getDate() === shown.day ? date : null;
}

export interface TimeRange {
  readonly earliestMs: number;
  readonly latestMs: number;
  /** The site shows a day without a time. */
  readonly isDay?: true;
}

const MINUTE_MS = 60_000;
const UNITS = [
  ['second', 1_000],
  ['minute', MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['day', 1_440 * MINUTE_MS],
  ['week', 7 * 1_440 * MINUTE_MS],
  ['month', 31 * 1_440 * MINUTE_MS],
  ['year', 366 * 1_440 * MINUTE_MS],
] as const;
const STYLES = ['long', 'short', 'narrow'] as const;

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** '5 minutes ago', '5 min ago', '5 min', '5m', and for one also 'yesterday'. */
function* writtenAgo(count: number, unit: (typeof UNITS)[number][0], locale: string): Generator<string> {
  for (const style of STYLES) {
    for (const numeric of ['always', 'auto'] as const) {
      yield new Intl.RelativeTimeFormat(locale, { style, numeric }).format(-count, unit);
    }
    yield new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: style }).format(count);
  }
}

/** '5 minutes ago' is between four and six minutes ago: sites round differently. */
function readRelative(text: string, locales: readonly string[], nowMs: number): TimeRange | null {
  const shown = plain(text);
  const count = Number(/\d{1,3}/.exec(text)?.[0] ?? 1);
  if (shown === '' || shown.length > 40) return null;
  for (const [unit, unitMs] of UNITS) {
    const isUnit = locales.some((locale) => [...writtenAgo(count, unit, locale)].some((one) => plain(one) === shown));
    if (isUnit) return { earliestMs: nowMs - (count + 1) * unitMs, latestMs: nowMs - (count - 1) * unitMs };
  }
  return null;
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** A day counts if none of the texts has a time. Null: none is understood. */
export function readTime(
  element: Element,
  locales: readonly string[],
  now: SitePackNames | undefined,
  nowMs = Date.now(),
): TimeRange | null {
  const exactly = (atMs: number, withinMs: number) =>
    Number.isNaN(atMs) ? null : { earliestMs: atMs, latestMs: atMs + withinMs };
  const timeOf = (text: string): TimeRange | null => {
    if (ISO_TIME.test(text)) return exactly(Date.parse(text), 0);
    if (now && isNameIn(text, now)) return { earliestMs: nowMs - 2 * MINUTE_MS, latestMs: nowMs + MINUTE_MS };
    const moment = readMoment(text, locales, new Date(nowMs));
    return (moment && exactly(moment.getTime(), MINUTE_MS)) ?? readRelative(text, locales, nowMs);
  };
  const dayOf = (text: string): TimeRange | null => {
    const day = readDay(text, locales, new Date(nowMs));
    return day && { earliestMs: day.getTime(), latestMs: new Date(day).setDate(day.getDate() + 1), isDay: true };
  };
  const texts = [
    ...['datetime', 'title', 'aria-label'].map((name) => element.getAttribute(name)),
    element.textContent,
  ].flatMap((text) => text?.replaceAll(/\s+/g, ' ').trim() || []);
  for (const rangeOf of [timeOf, dayOf]) {
    for (const text of texts) {
      const range = rangeOf(text);
      if (range) return range;
    }
  }
  return null;
}
