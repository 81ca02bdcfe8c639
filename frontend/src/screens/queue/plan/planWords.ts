import type { CalendarPosting, CalendarTask } from '@flyerdeck/contracts/types';

type PlanKind = 'planned' | 'posting' | 'scheduled' | 'posted';

export const PLAN_KIND_LABELS: Readonly<Record<PlanKind, string>> = {
  planned: 'Planned',
  posting: 'Posting',
  scheduled: 'Scheduled',
  posted: 'Posted',
};

/** A posting is scheduled when the site has it and publishes it later. */
export function planKind({ status, at }: CalendarPosting, nowMs: number): PlanKind {
  if (status === 'pending') return 'planned';
  if (status === 'posting') return 'posting';
  return Date.parse(at) > nowMs ? 'scheduled' : 'posted';
}

interface PlanCounts {
  readonly done: number;
  readonly planned: number;
}

/** Everything that is not posted yet counts as planned. */
export function planCounts(postings: readonly CalendarPosting[], nowMs: number): PlanCounts {
  const done = postings.filter((posting) => planKind(posting, nowMs) === 'posted').length;
  return { done, planned: postings.length - done };
}

export const countsWords = ({ done, planned }: PlanCounts): string =>
  [done > 0 ? `${done} posted` : '', planned > 0 ? `${planned} planned` : ''].filter(Boolean).join(', ');

/** For narrow columns: '2+3' means 2 posted and 3 planned. */
export const countsShort = ({ done, planned }: PlanCounts): string =>
  [done, planned].filter((count) => count > 0).join('+');

/** 'Evening promo, flyer 2: New set tonight' */
export function flyerWords(task: CalendarTask | undefined): string {
  if (!task) return 'Flyer';
  const flyer = `${task.assistant_name || '(Unnamed Assistant)'}, flyer ${task.sequence_order + 1}`;
  return task.description ? `${flyer}: ${task.description}` : flyer;
}
