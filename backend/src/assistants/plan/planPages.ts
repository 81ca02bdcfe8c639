import type { Db } from '../../database/statement.ts';
import { lowerCased } from '../../postings/targets.ts';
import type { Assistant } from '../assistant.entity.ts';
import type { FlyerPlan } from '../queueing.ts';
import { HOUR, MINUTE } from './permittedTime.ts';
import { listUnstarted, type PageQueue, type QueuedPosting, readQueues } from './plan.query.ts';
import { type PlannedPost, planQueues } from './planQueues.ts';

/** The postings of one page that addToQueue would create. */
const newPostingsOf = ({ id, postingRules }: Assistant, flyers: readonly FlyerPlan[]): QueuedPosting[] =>
  flyers.flatMap(({ task_id, run_index, delay_hours }) => {
    const posting = (isDuplicate: 0 | 1, delayHours: number): QueuedPosting => [
      id,
      run_index,
      isDuplicate,
      delayHours,
      postingRules.delay_between_tasks_hours,
      null,
      null,
      null,
      task_id,
    ];
    const later = postingRules.duplication_time_hours;
    return [posting(0, delay_hours), ...(later > 0 ? [posting(1, delay_hours + later)] : [])];
  });

interface Planned {
  readonly ownerId: string;
  /** Pages whose queues are planned. */
  readonly pageGuids?: readonly string[];
  readonly targetPages?: readonly string[];
  readonly targetTags?: readonly string[];
  /** What each matched page with limits would get after its queue. */
  readonly newPostings?: readonly QueuedPosting[];
  /** The assistant of the new postings, if a page without limits claims it at once. */
  readonly startsNow?: { readonly id: string; readonly now: Date } | undefined;
}

const toMicroseconds = (time: Date) => time.getTime() * 1000;
export const toDate = (microseconds: number) => new Date(Math.floor(microseconds / 1000));

/** Plans queues of an owner's pages, and of those that decide when an assistant starts. Two statements, at any number of pages. */
export async function planPages(
  db: Db,
  { ownerId, pageGuids = [], targetPages = [], targetTags = [], newPostings = [], startsNow }: Planned,
  onPlanned: (post: PlannedPost) => void,
): Promise<void> {
  const unstarted = await listUnstarted(db, [ownerId]);
  const starts = new Map(
    unstarted.flatMap(({ id, starts_now, now }) => (starts_now ? [[id, toMicroseconds(now)] as const] : [])),
  );
  if (startsNow) starts.set(startsNow.id, toMicroseconds(startsNow.now));
  const unknown = unstarted.filter(({ has_delays, starts_now }) => has_delays && !starts_now).map(({ id }) => id);
  const pages: PageQueue[] = await readQueues(db, [ownerId, targetPages, lowerCased(targetTags), pageGuids, unknown]);
  planQueues(pages, newPostings, starts, onPlanned);
}

export interface LimitedPlan {
  readonly first_at: Date;
  readonly last_at: Date;
  /** Pages with a posting that is published later than its delay says. */
  readonly moved_pages: number;
}

/**
 * When the matched pages with limits would post the assistant's flyers. `startsNow`: a page without limits claims the first
 * posting at once.
 */
export async function planOf(
  db: Db,
  assistant: Assistant,
  flyers: readonly FlyerPlan[],
  { startsNow, now }: { startsNow: boolean; now: Date },
): Promise<LimitedPlan | undefined> {
  const { id, ownerId, postingRules } = assistant;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const movedPages = new Set<string>();
  const given = {
    ownerId,
    targetPages: postingRules.target_pages,
    targetTags: postingRules.target_tags,
    newPostings: newPostingsOf(assistant, flyers),
    startsNow: startsNow ? { id, now } : undefined,
  };
  await planPages(db, given, ({ page, posting: [assistantId, , , delayHours], publishAt }) => {
    if (assistantId !== id) return;
    first = Math.min(first, publishAt);
    last = Math.max(last, publishAt);
    if (publishAt > page.plan.now + delayHours * HOUR + MINUTE) movedPages.add(page.guid);
  });
  if (first > last) return undefined;
  return { first_at: toDate(first), last_at: toDate(last), moved_pages: movedPages.size };
}
