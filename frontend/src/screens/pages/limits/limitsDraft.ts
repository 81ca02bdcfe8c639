import type { Page, PageLimits } from '@flyerdeck/contracts/types';
import { MAX_GAP_MINUTES, MAX_POSTS_LIMIT } from '@flyerdeck/contracts/values/pages';
import { sameJson } from '../../../lib/compare.ts';

/** The texts of the form. An empty text is no limit. */
export interface LimitsDraft {
  readonly posts: string;
  readonly gapHours: string;
  readonly gapMinutes: string;
  readonly from: string;
  readonly until: string;
  readonly timeZone: string;
}

export const haveSameLimits = (pages: readonly Page[]): boolean =>
  pages.every((page) => sameJson(page.limits, pages[0]?.limits));

/** The limits that all of the pages have, or no limits if they differ. The zone is that of the first page's browser. */
export function draftOf(pages: readonly Page[]): LimitsDraft {
  const [first] = pages;
  const limits = first && haveSameLimits(pages) ? first.limits : null;
  const gap = limits?.min_gap_minutes ?? 0;
  const shown = (count: number) => (count === 0 ? '' : String(count));
  return {
    posts: shown(limits?.max_posts_in_24_hours ?? 0),
    gapHours: shown(Math.floor(gap / 60)),
    gapMinutes: shown(gap % 60),
    from: limits?.hours?.from ?? '',
    until: limits?.hours?.until ?? '',
    timeZone: limits?.hours?.time_zone ?? first?.time_zone ?? 'UTC',
  };
}

const isCount = (typed: string) => typed === '' || /^\d{1,5}$/.test(typed);

/** The limits of a draft; null for none. A sentence if the draft has a mistake. */
export function limitsOf({
  posts,
  gapHours,
  gapMinutes,
  from,
  until,
  timeZone,
}: LimitsDraft): PageLimits | null | string {
  if (![posts, gapHours, gapMinutes].every(isCount)) return 'Use whole numbers.';
  const [most, gap] = [Number(posts), 60 * Number(gapHours) + Number(gapMinutes)];
  if (most > MAX_POSTS_LIMIT) return `At most ${MAX_POSTS_LIMIT.toLocaleString()} posts can be set.`;
  if (gap > MAX_GAP_MINUTES) return 'At most 7 days between posts can be set.';
  if ((from === '') !== (until === '')) return 'Set both the start and the end of the posting hours.';
  if (from !== '' && from === until) return 'The posting hours must not begin and end at the same time.';
  if (most === 0 && gap === 0 && from === '') return null;
  return {
    max_posts_in_24_hours: most || null,
    min_gap_minutes: gap || null,
    hours: from === '' ? null : { from, until, time_zone: timeZone },
  };
}
