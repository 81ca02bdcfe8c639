import type { PageLimits } from '@flyerdeck/contracts/types';
import { counted } from './counted.ts';
import { formatClock } from './hourClock.ts';

const gapText = (minutes: number): string =>
  [
    ...(minutes >= 60 ? [counted(Math.floor(minutes / 60), 'hour')] : []),
    ...(minutes % 60 > 0 ? [counted(minutes % 60, 'minute')] : []),
  ].join(' ');

/** The limits of a page in words, for example 'At most 3 posts in 24 hours'. */
export function limitsText({ max_posts_in_24_hours, min_gap_minutes, hours }: PageLimits): string {
  return [
    ...(max_posts_in_24_hours === null ? [] : [`At most ${counted(max_posts_in_24_hours, 'post')} in 24 hours`]),
    ...(min_gap_minutes === null ? [] : [`${gapText(min_gap_minutes)} between posts`]),
    ...(hours === null ? [] : [`${formatClock(hours.from)} to ${formatClock(hours.until)}, ${hours.time_zone}`]),
  ].join(' · ');
}
