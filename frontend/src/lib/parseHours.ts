import { MAX_HOURS } from '@flyerdeck/contracts/values/endpoint';

/** An hour field as typed: an integer; invalid or negative becomes 0 (spec section 5). */
export function parseHours(text: string): number {
  const hours = Number.parseInt(text, 10);
  return Number.isNaN(hours) || hours < 0 ? 0 : Math.min(hours, MAX_HOURS);
}
