import { type Db, oneRow } from '../../database/statement.ts';
import type { Assistant } from '../assistant.entity.ts';
import type { FlyerPlan } from '../queueing.ts';
import { findFirstClaim, listUnstarted, type PageQueue, type QueuedPosting, readQueues } from './plan.query.ts';
import { type PlannedPost, planQueues } from './planQueues.ts';

/** The postings of one page that addToQueue would create, in the order of its queue. */
function newPostingsOf({ id, postingRules }: Assistant, flyers: readonly FlyerPlan[]): QueuedPosting[] {
  const { delay_between_tasks_hours: gap, duplication_time_hours: later } = postingRules;
  const originals = flyers.map(
    ({ task_id, run_index, delay_hours }, sequence): QueuedPosting => ({
      assistantId: id,
      runIndex: run_index,
      isDuplicate: false,
      delayHours: delay_hours,
      gapHours: gap,
      startedAt: null,
      lastInRun: null,
      id: null,
      taskId: task_id,
      sequence,
      hoursAfterOriginal: 0,
      originalAt: null,
    }),
  );
  if (later === 0) return originals;
  const duplicates = originals.map((original) => ({
    ...original,
    isDuplicate: true,
    delayHours: original.delayHours + later,
    hoursAfterOriginal: later,
  }));
  return [...originals, ...duplicates];
}

interface Planned {
  readonly ownerId: string;
  /** Pages whose queues are planned. */
  readonly pageGuids?: readonly string[];
  readonly targetPages?: readonly string[];
  readonly targetTags?: readonly string[];
  /** What each matched restricted page would get after its queue. */
  readonly newPostings?: readonly QueuedPosting[];
  /** When an unrestricted page claims the first of the new postings, by their assistant, in microseconds. */
  readonly firstClaims?: ReadonlyMap<string, number>;
}

export const toDate = (microseconds: number) => new Date(Math.floor(microseconds / 1000));

/** Plans queues of an owner's pages, and of those that decide when an assistant starts. Two statements, at any number of pages. */
export async function planPages(
  db: Db,
  {
    ownerId,
    pageGuids = [],
    targetPages = [],
    targetTags = [],
    newPostings = [],
    firstClaims: known = new Map(),
  }: Planned,
  onPlanned: (post: PlannedPost) => void,
): Promise<void> {
  const unstarted = await listUnstarted(db, [ownerId]);
  const firstClaims = new Map(known);
  for (const { id, claimed_at } of unstarted) if (claimed_at !== null) firstClaims.set(id, Number(claimed_at));
  const unknown = unstarted.filter(({ has_delays, is_known }) => has_delays && !is_known).map(({ id }) => id);
  const pages: PageQueue[] = await readQueues(db, [ownerId, targetPages, targetTags, pageGuids, unknown]);
  planQueues(pages, newPostings, firstClaims, onPlanned);
}

/** When an unrestricted page would claim the first posting of an assistant that is queued now, in microseconds. */
export async function firstClaimOf(db: Db, { ownerId, postingRules }: Assistant): Promise<number | null> {
  const targets = [postingRules.target_pages, postingRules.target_tags] as const;
  const { claimed_at } = await oneRow(findFirstClaim(db, [ownerId, ...targets]));
  return claimed_at === null ? null : Number(claimed_at);
}

interface NewPostingsPlan {
  readonly first_at: Date;
  readonly last_at: Date;
  /** Pages with a posting that is published later than its delay says. */
  readonly moved_pages: number;
}

const isRestricted = ({ is_limited, plan: { now, paused_until } }: PageQueue) =>
  is_limited || (paused_until !== null && paused_until > now);

/**
 * When the matched restricted pages would post the assistant's flyers. `firstClaim`: of the unrestricted pages.
 */
export async function planNewPostings(
  db: Db,
  assistant: Assistant,
  flyers: readonly FlyerPlan[],
  firstClaim: number | null,
): Promise<NewPostingsPlan | undefined> {
  const { id, ownerId, postingRules } = assistant;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const movedPages = new Set<string>();
  const given = {
    ownerId,
    targetPages: postingRules.target_pages,
    targetTags: postingRules.target_tags,
    newPostings: newPostingsOf(assistant, flyers),
    firstClaims: new Map(firstClaim === null ? [] : [[id, firstClaim]]),
  };
  await planPages(db, given, ({ page, posting: { assistantId }, publishAt, isMoved }) => {
    if (assistantId !== id || !isRestricted(page)) return;
    first = Math.min(first, publishAt);
    last = Math.max(last, publishAt);
    if (isMoved) movedPages.add(page.guid);
  });
  if (first > last) return undefined;
  return { first_at: toDate(first), last_at: toDate(last), moved_pages: movedPages.size };
}
