import type { CalendarPage, CalendarPosting, CalendarTask } from '@flyerdeck/contracts/types';
import { formatWeekdayDateTime } from '../../../lib/formatDate.ts';
import type { PlanRange } from './planRange.ts';

type PlanKind = 'planned' | 'posting' | 'scheduled' | 'posted' | 'failed';

export const PLAN_KIND_LABELS: Readonly<Record<PlanKind, string>> = {
  planned: 'Planned',
  posting: 'Posting',
  scheduled: 'Scheduled',
  posted: 'Posted',
  failed: 'Failed',
};

export function planKind({ status, at }: CalendarPosting, nowMs: number): PlanKind {
  if (status === 'pending') return 'planned';
  if (status === 'posting' || status === 'failed') return status;
  return Date.parse(at) > nowMs ? 'scheduled' : 'posted';
}

interface PlanCounts {
  readonly done: number;
  readonly planned: number;
  readonly failed: number;
}

export function planCounts(postings: readonly CalendarPosting[], nowMs: number): PlanCounts {
  const kinds = postings.map((posting) => planKind(posting, nowMs));
  const done = kinds.filter((kind) => kind === 'posted').length;
  const failed = kinds.filter((kind) => kind === 'failed').length;
  return { done, planned: kinds.length - done - failed, failed };
}

export const areMixed = ({ done, planned, failed }: PlanCounts): boolean =>
  [done, planned, failed].filter((count) => count > 0).length > 1;

export const planState = ({ planned, failed }: PlanCounts): 'failed' | 'planned' | 'posted' =>
  failed > 0 ? 'failed' : planned > 0 ? 'planned' : 'posted';

export const countsWords = ({ done, planned, failed }: PlanCounts): string =>
  [done > 0 && `${done} posted`, planned > 0 && `${planned} planned`, failed > 0 && `${failed} failed`]
    .filter(Boolean)
    .join(', ');

/** For columns that are too narrow for the words: '2+3 ×1' means 2 posted, 3 planned and 1 failed. */
export const countsShort = ({ done, planned, failed }: PlanCounts): string =>
  [[done, planned].filter((count) => count > 0).join('+'), failed > 0 && `×${failed}`].filter(Boolean).join(' ');

export function unplannedWords({ is_waiting, after }: CalendarPage, { until }: PlanRange): string | null {
  if (is_waiting) return 'Waits until the page can post.';
  return after !== null && after < until ? `Further posts after ${formatWeekdayDateTime(after)}.` : null;
}

export function flyerWords(task: CalendarTask | undefined): string {
  if (!task) return 'Flyer';
  const flyer = `${task.assistant_name || '(Unnamed Assistant)'}, flyer ${task.sequence_order + 1}`;
  return task.description ? `${flyer}: ${task.description}` : flyer;
}
