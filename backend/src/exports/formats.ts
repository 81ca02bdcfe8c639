/** Texts as the admin screens show them (frontend/src/lib). */

const NUMBERS = new Intl.NumberFormat('en-US');

/** '12,345'. */
export const formatNumber = (number: number): string => NUMBERS.format(number);

/** '72.4s'. */
export const formatSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)}s`;

/** Throws a RangeError for an unknown time zone. */
function partsFormat(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  return (at: Date) => Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
}

/** 'Nov 22, 2026' in the time zone. */
export function dateFormat(timeZone: string): (at: Date) => string {
  const partsOf = partsFormat(timeZone);
  return (at) => {
    const { month, day, year } = partsOf(at);
    return `${month} ${day}, ${year}`;
  };
}

/** 'Nov 22, 2026 17:00' in the time zone. */
export function dateTimeFormat(timeZone: string): (at: Date) => string {
  const partsOf = partsFormat(timeZone);
  return (at) => {
    const { month, day, year, hour, minute } = partsOf(at);
    return `${month} ${day}, ${year} ${hour}:${minute}`;
  };
}

/** 'Nov 22, 2026 17:00:09' in the time zone. */
export function exactTimeFormat(timeZone: string): (at: Date) => string {
  const partsOf = partsFormat(timeZone);
  return (at) => {
    const { month, day, year, hour, minute, second } = partsOf(at);
    return `${month} ${day}, ${year} ${hour}:${minute}:${second}`;
  };
}
