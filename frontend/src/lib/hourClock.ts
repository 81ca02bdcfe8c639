import { storageOrMemory } from './browser.ts';
import { wordOf } from './compare.ts';

export type HourClock = 'browser' | '12' | '24';
export const HOUR_CLOCKS: readonly HourClock[] = ['browser', '12', '24'];

const KEY = 'hour_clock';
// Read here and not at the start of the app, because not every screen shows times.
const store = storageOrMemory(() => localStorage);

let chosen: HourClock | undefined;
let ofBrowser: '12' | '24' | undefined;

function browserClock(): '12' | '24' {
  ofBrowser ??= new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12 ? '12' : '24';
  return ofBrowser;
}

const listeners = new Set<() => void>();

export function setHourClock(clock: HourClock): void {
  chosen = clock;
  for (const notify of listeners) notify();
}

export function chooseHourClock(clock: HourClock): void {
  store().setItem(KEY, clock);
  setHourClock(clock);
}

export function onHourClock(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function hourClock(): HourClock {
  chosen ??= wordOf(HOUR_CLOCKS, store().getItem(KEY)) ?? 'browser';
  return chosen;
}

/** Whether the browser's own time fields show times as the user wants them. */
export const isClockOfBrowser = (): boolean => hourClock() === 'browser' || chosen === browserClock();

export const clockFormat = (): 'h:mm A' | 'HH:mm' =>
  (hourClock() === 'browser' ? browserClock() : chosen) === '12' ? 'h:mm A' : 'HH:mm';

export function formatClock(stored: string): string {
  const [hours = 0, minutes = 0] = stored.split(':').map(Number);
  if (clockFormat() === 'HH:mm') return stored;
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
}

export function parseClock(typed: string): string | null {
  const [, hoursText, minutesText = '0', half] =
    /^\s*(\d{1,2})(?:[:.](\d{2}))?\s*([ap])?\.?m?\.?\s*$/i.exec(typed) ?? [];
  const [typedHours, minutes] = [Number(hoursText), Number(minutesText)];
  if (hoursText === undefined || minutes > 59 || (half && (typedHours < 1 || typedHours > 12))) return null;
  const hours = half ? (typedHours % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : typedHours;
  return hours > 23 ? null : `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The names and labels of the zones that this browser knows and of the stored one. Browsers name some differently. */
export function timeZonesWith(stored: string) {
  const names = new Set([stored, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  return [...names].sort().map((name) => [name, name.replaceAll('_', ' ')] as const);
}
