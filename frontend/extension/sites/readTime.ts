import type { SitePackNames } from '@flyerdeck/contracts/sitePack';
import { isNameIn } from '@flyerdeck/contracts/sitePackWords';
import { readDay, readMoment } from './dates.ts';

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
