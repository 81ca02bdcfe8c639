const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** No zone differs more from UTC. */
const MOST_HOURS_FROM_UTC = 15;

/** A formatter takes much longer to construct than to use. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const created = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formatters.set(zone, created);
  return created;
}

interface WallClock {
  /** '2026-11-23' */
  readonly day: string;
  readonly hour: number;
  /** '09:05' */
  readonly time: string;
}

/** What a clock in the zone shows. */
export function wallClock(atMs: number, zone: string): WallClock {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(atMs)) parts[type] = value;
  const { year, month, day, hour, minute } = parts;
  return { day: `${year}-${month}-${day}`, hour: Number(hour), time: `${hour}:${minute}` };
}

/** The first moment of a day in the zone. That is not always midnight: some zones change their clocks then. */
export function startOfDay(day: string, zone: string): number {
  const utcMinutes = Date.parse(`${day}T00:00Z`) / MINUTE_MS;
  let before = utcMinutes - MOST_HOURS_FROM_UTC * 60;
  let from = utcMinutes + MOST_HOURS_FROM_UTC * 60;
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (wallClock(middle * MINUTE_MS, zone).day < day) before = middle;
    else from = middle;
  }
  return from * MINUTE_MS;
}

const utcMs = (day: string) => Date.parse(`${day}T00:00Z`);

export const addDays = (day: string, days: number): string =>
  new Date(utcMs(day) + days * DAY_MS).toISOString().slice(0, 10);

export const daysBetween = (first: string, second: string): number => (utcMs(second) - utcMs(first)) / DAY_MS;

export const startOfWeek = (day: string): string => addDays(day, -((new Date(utcMs(day)).getUTCDay() + 6) % 7));

export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(utcMs(text)) && addDays(text, 0) === text;
