import { formatWeekdayTime } from '../../../lib/formatDate.ts';
import { counted } from '../../../lib/numbers.ts';

const HOUR_MS = 3_600_000;
const OFFERED_HOURS = [0, 1, 2, 3, 4, 6, 8, 12, 18, 24, 36, 48, 72];

/** The choices of the first post's time: whole hours from now, with the one of the rules. */
export function whenChoices(chosenHours: number, nowMs: number): (readonly [value: string, label: string])[] {
  const offered = [...new Set([...OFFERED_HOURS, chosenHours])].sort((a, b) => a - b);
  return offered.map((hours) => [
    String(hours),
    hours === 0 ? 'Now' : `In ${counted(hours, 'hour')}, ${formatWeekdayTime(nowMs + hours * HOUR_MS)}`,
  ]);
}
