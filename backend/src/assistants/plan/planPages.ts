import { type Db, oneRow } from '../../database/statement.ts';
import { lowerCased } from '../../postings/targets.ts';
import type { Assistant } from '../assistant.entity.ts';
import type { FlyerPlan } from '../queueing.ts';
import { findStart, listUnstarted, type PageQueue, type QueuedPosting, readQueues } from './plan.query.ts';
import { type PlannedPost, planQueues } from './planQueues.ts';

/** The postings of one page that addToQueue would create, in the order of its queue. */
function newPostingsOf({ id, postingRules }: Assistant, flyers: readonly FlyerPlan[]): QueuedPosting[] {
  const { delay_between_tasks_hours: gap, duplication_time_hours: later } = postingRules;
  const postings = (isDuplicate: 0 | 1) =>
    flyers.map(({ task_id, run_index, delay_hours }, sequence): QueuedPosting => {
      const delayHours = delay_hours + isDuplicate * later;
      return [
        id,
        run_index,
        isDuplicate,
        delayHours,
        gap,
        null,
        null,
        null,
        task_id,
        sequence,
        isDuplicate * later,
        null,
      ];
    });
  return [...postings(0), ...(later > 0 ? postings(1) : [])];
}

interface Planned {
  readonly ownerId: string;
  /** Pages whose queues are planned. */
  readonly pageGuids?: readonly string[];
  readonly targetPages?: readonly string[];
  readonly targetTags?: readonly string[];
  /** What each matched page with limits would get after its queue. */
  readonly newPostings?: readonly QueuedPosting[];
  /** When the assistants of the new postings start, in microseconds, if that is known. */
  readonly starts?: ReadonlyMap<string, number>;
}

export const toDate = (microseconds: number) => new Date(Math.floor(microseconds / 1000));

/** Plans queues of an owner's pages, and of those that decide when an assistant starts. Two statements, at any number of pages. */
export async function planPages(
  db: Db,
  { ownerId, pageGuids = [], targetPages = [], targetTags = [], newPostings = [], starts: known = new Map() }: Planned,
  onPlanned: (post: PlannedPost) => void,
): Promise<void> {
  const unstarted = await listUnstarted(db, [ownerId]);
  const starts = new Map(known);
  for (const { id, starts_at } of unstarted) if (starts_at !== null) starts.set(id, Number(starts_at));
  const unknown = unstarted.filter(({ id, has_delays }) => has_delays && !starts.has(id)).map(({ id }) => id);
  const pages: PageQueue[] = await readQueues(db, [ownerId, targetPages, lowerCased(targetTags), pageGuids, unknown]);
  planQueues(pages, newPostings, starts, onPlanned);
}

/** When an assistant that is queued now would start, in microseconds. Null if all matched pages have limits or a pause. */
export async function findStartOf(db: Db, { ownerId, postingRules }: Assistant): Promise<number | null> {
  const targets = [postingRules.target_pages, lowerCased(postingRules.target_tags)] as const;
  const { starts_at } = await oneRow(findStart(db, [ownerId, ...targets]));
  return starts_at === null ? null : Number(starts_at);
}

export interface LimitedPlan {
  readonly first_at: Date;
  readonly last_at: Date;
  /** Pages with a posting that is published later than its delay says. */
  readonly moved_pages: number;
}

/** When the matched pages with limits would post the assistant's flyers. `startsAt`: when it starts, in microseconds, if that is known. */
export async function planOf(
  db: Db,
  assistant: Assistant,
  flyers: readonly FlyerPlan[],
  startsAt: number | null,
): Promise<LimitedPlan | undefined> {
  const { id, ownerId, postingRules } = assistant;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const movedPages = new Set<string>();
  const given = {
    ownerId,
    targetPages: postingRules.target_pages,
    targetTags: postingRules.target_tags,
    newPostings: newPostingsOf(assistant, flyers),
    starts: new Map(startsAt === null ? [] : [[id, startsAt]]),
  };
  await planPages(db, given, ({ page, posting: [assistantId], publishAt, isMoved }) => {
    if (assistantId !== id) return;
    first = Math.min(first, publishAt);
    last = Math.max(last, publishAt);
    if (isMoved) movedPages.add(page.guid);
  });
  if (first > last) return undefined;
  return { first_at: toDate(first), last_at: toDate(last), moved_pages: movedPages.size };
}
