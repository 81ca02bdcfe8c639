/* Days as texts: '2026-11-23'. */

const DAY_MS = 86_400_000;
const utcMs = (day: string) => Date.parse(`${day}T00:00Z`);

export const addDays = (day: string, days: number): string =>
  new Date(utcMs(day) + days * DAY_MS).toISOString().slice(0, 10);

export const daysBetween = (first: string, second: string): number => (utcMs(second) - utcMs(first)) / DAY_MS;

export const startOfWeek = (day: string): string => addDays(day, -((new Date(utcMs(day)).getUTCDay() + 6) % 7));

export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(utcMs(text)) && addDays(text, 0) === text;
