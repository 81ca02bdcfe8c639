import { SCHEDULE_AHEAD_MINUTES } from '@flyerdeck/contracts';
import { createPermittedTimes, HOUR, MINUTE, type PermittedTime } from './permittedTime.ts';
import type { PageQueue, QueuedPosting } from './plan.query.ts';

/** What a page will post, and when. */
export interface PlannedPost {
  readonly page: PageQueue;
  readonly posting: QueuedPosting;
  /** In microseconds. */
  readonly publishAt: number;
  /** When it is claimed, and a fee is taken if its page needs one. */
  readonly claimedAt: number;
}

/** When assistants start, in microseconds. */
type Starts = Map<string, number>;

/**
 * Plans the queue of a page by the rules of claim_posting. It is assumed that the page polls, posts at once what it claims, and that
 * the credits suffice. Delays count from the start of an assistant, so planning stops where a start is not known.
 */
class QueuePlan {
  private readonly times: number[];
  private readonly lastOfRuns = new Map<string, number>();
  private next = 0;
  /** The time of the next claim. */
  clock: number;

  constructor(
    readonly page: PageQueue,
    private readonly queue: readonly QueuedPosting[],
    private readonly permittedTime: PermittedTime,
  ) {
    this.clock = Math.max(page.plan.now, page.plan.paused_until ?? page.plan.now);
    this.times = page.plan.times ?? [];
  }

  /** Plans until the end, or until a posting with a delay whose assistant has no start. Returns that assistant. */
  advance(starts: Starts, firstClaims: Starts, onPlanned: (post: PlannedPost) => void): string | null {
    if (!this.page.has_scheduler) return this.advanceByTime(starts, firstClaims, onPlanned);
    for (; this.next < this.queue.length; this.next++) {
      const posting = this.queue[this.next] as QueuedPosting;
      const [assistantId, , , delayHours, , startedAt] = posting;
      const start = startedAt ?? starts.get(assistantId);
      if (start === undefined && delayHours > 0) {
        note(firstClaims, assistantId, this.clock);
        return assistantId;
      }
      const publishAt = this.plan(posting, start ?? this.clock);
      onPlanned({ page: this.page, posting, publishAt, claimedAt: this.clock });
      // A posting with a time ahead is claimed at once; another one when it is posted.
      if (start === undefined) note(firstClaims, assistantId, this.clock);
    }
    return null;
  }

  /** Without a scheduler: all assistants of the queue start with the next claim, and postings are claimed when they are due. */
  private advanceByTime(starts: Starts, firstClaims: Starts, onPlanned: (post: PlannedPost) => void): string | null {
    const startOf = ([assistantId, , , , , startedAt]: QueuedPosting) => startedAt ?? starts.get(assistantId);
    const notStarted = this.queue.find((posting) => startOf(posting) === undefined)?.[0];
    if (notStarted !== undefined) {
      note(firstClaims, notStarted, this.clock);
      return notStarted;
    }
    // The positions in the queue. No posting of a run is due before those that precede it.
    const runs = new Map<string, number[]>();
    for (const [position, posting] of this.queue.entries()) {
      const positions = runs.get(runOf(posting));
      if (positions) positions.push(position);
      else runs.set(runOf(posting), [position]);
    }
    while (runs.size > 0) {
      let [first, firstAt] = [0, Number.POSITIVE_INFINITY];
      for (const [position = 0] of runs.values()) {
        const posting = this.queue[position] as QueuedPosting;
        const dueAt = this.dueAt(posting, startOf(posting) ?? this.clock);
        if (dueAt < firstAt || (dueAt === firstAt && position < first)) [first, firstAt] = [position, dueAt];
      }
      const publishAt = this.permitted(firstAt, false);
      if (publishAt > this.clock) {
        // Another one that precedes it in the queue may be due by then.
        this.clock = publishAt;
        continue;
      }
      const posting = this.queue[first] as QueuedPosting;
      this.note(posting, publishAt, publishAt);
      onPlanned({ page: this.page, posting, publishAt, claimedAt: publishAt });
      const positions = runs.get(runOf(posting));
      positions?.shift();
      if (positions?.length === 0) runs.delete(runOf(posting));
    }
    return null;
  }

  private plan(posting: QueuedPosting, start: number): number {
    const dueAt = this.dueAt(posting, start);
    const isScheduled = dueAt >= this.clock + SCHEDULE_AHEAD_MINUTES * MINUTE;
    const publishAt = this.permitted(isScheduled ? dueAt : this.clock, isScheduled);
    if (!isScheduled) this.clock = publishAt;
    // The next of the run counts from when this one was due. Without limits that can be some minutes after it is posted.
    this.note(posting, publishAt, this.page.is_limited ? publishAt : dueAt);
    return publishAt;
  }

  private dueAt(posting: QueuedPosting, start: number): number {
    const [, , , delayHours, gapHours, , last] = posting;
    const lastInRun = this.lastOfRuns.get(runOf(posting)) ?? last ?? Number.NEGATIVE_INFINITY;
    return Math.max(this.clock, Math.min(start, this.clock) + delayHours * HOUR, lastInRun + gapHours * HOUR);
  }

  private permitted(earliest: number, wholeMinutes: boolean): number {
    return this.page.is_limited ? this.permittedTime(earliest, this.times, wholeMinutes) : earliest;
  }

  private note(posting: QueuedPosting, publishAt: number, dueAt: number): void {
    if (this.page.is_limited) insertSorted(this.times, publishAt);
    const lastInRun = this.lastOfRuns.get(runOf(posting)) ?? posting[6] ?? Number.NEGATIVE_INFINITY;
    this.lastOfRuns.set(runOf(posting), Math.max(dueAt, lastInRun));
  }
}

const runOf = ([assistantId, runIndex, isDuplicate]: QueuedPosting) => `${assistantId} ${runIndex} ${isDuplicate}`;

function insertSorted(times: number[], time: number): void {
  let index = times.length;
  while (index > 0 && (times[index - 1] as number) > time) index--;
  times.splice(index, 0, time);
}

function note(firstClaims: Starts, assistantId: string, at: number): void {
  firstClaims.set(assistantId, Math.min(at, firstClaims.get(assistantId) ?? at));
}

/**
 * Plans the queues of pages. `starts`: known starts of assistants that have not started. The others start with their first claim on
 * any of the pages; they are found in the order of their times, because what is claimed later depends on them.
 */
export function planQueues(
  pages: readonly PageQueue[],
  newPostings: readonly QueuedPosting[],
  starts: Starts,
  onPlanned: (post: PlannedPost) => void,
): void {
  const permittedTimeOf = createPermittedTimes();
  const firstClaims: Starts = new Map();
  /** Pages that wait for the start of an assistant. */
  const blocked = new Map<string, QueuePlan[]>();
  const advance = (plan: QueuePlan) => {
    const assistantId = plan.advance(starts, firstClaims, onPlanned);
    if (assistantId === null) return;
    const waiting = blocked.get(assistantId);
    if (waiting) waiting.push(plan);
    else blocked.set(assistantId, [plan]);
  };
  for (const page of pages) {
    const { hours_from: from, hours_until: until, zone } = page;
    const limits = {
      maxPosts: page.max_posts,
      gapMinutes: page.gap_minutes,
      hours: from !== null && until !== null && zone !== null ? { from, until, zone } : null,
    };
    const queue = [...(page.plan.queue ?? []), ...(page.is_target ? newPostings : [])];
    advance(new QueuePlan(page, queue, permittedTimeOf(limits)));
  }
  while (blocked.size > 0) {
    // Every blocked page claims next for an assistant of the map, so no assistant of it can start before the first one.
    let [first = '', firstAt = Number.POSITIVE_INFINITY]: [string?, number?] = [];
    for (const assistantId of blocked.keys()) {
      const at = firstClaims.get(assistantId) as number;
      if (at < firstAt) [first, firstAt] = [assistantId, at];
    }
    starts.set(first, firstAt);
    const waiting = blocked.get(first) ?? [];
    blocked.delete(first);
    for (const plan of waiting) advance(plan);
  }
}
