import { LIMIT_MARGIN_MINUTES, SCHEDULE_AHEAD_MINUTES } from '@flyerdeck/contracts';
import { createPermittedTimes, HOUR, MINUTE, type PermittedTime } from './permittedTime.ts';
import { type PageQueue, type QueuedPosting, queuedPosting } from './plan.query.ts';

/** What a page will post, and when. */
export interface PlannedPost {
  readonly page: PageQueue;
  readonly posting: QueuedPosting;
  /** When it is live, in microseconds. */
  readonly publishAt: number;
  /** When it is claimed, and a fee is taken if its page needs one. */
  readonly claimedAt: number;
  /** How far from it the actual time may be, in microseconds. */
  readonly offBy: number;
  /** Limits or a pause make it later. */
  readonly isMoved: boolean;
}

/** When assistants start, in microseconds. */
type Starts = Map<string, number>;

/** Devices poll at least that often while something waits. */
const POLL = MINUTE / 2;
const LIMIT_MARGIN = LIMIT_MARGIN_MINUTES * MINUTE;
const SCHEDULE_AHEAD = SCHEDULE_AHEAD_MINUTES * MINUTE;

/**
 * Plans the queue of a page by the rules of claim_posting. It is assumed that the page polls, that each post takes the usual time of
 * the page, and that the credits suffice. Delays count from the start of an assistant, so planning stops where a start is not known.
 */
class QueuePlan {
  private readonly times: number[];
  private readonly lastOfRuns = new Map<string, number>();
  /** When the flyers with a duplicate are posted for the first time. */
  private readonly originals = new Map<string, number>();
  private readonly hasDuplicates: boolean;
  private readonly postTime: number;
  private readonly postSpread: number;
  private next = 0;
  /** The time of the next claim. */
  clock: number;
  /** How far the clock may be from what happens. */
  private offBy = 0;
  private isMoved: boolean;

  constructor(
    readonly page: PageQueue,
    private readonly queue: readonly QueuedPosting[],
    private readonly permittedTime: PermittedTime,
  ) {
    const { now, busy_until, paused_until, post_time, post_spread, times } = page.plan;
    this.clock = Math.max(now, busy_until ?? now, paused_until ?? now);
    this.isMoved = (paused_until ?? now) > now;
    this.hasDuplicates = queue.some(({ isDuplicate }) => isDuplicate);
    this.postTime = post_time;
    this.postSpread = post_spread;
    this.times = times ?? [];
  }

  /** Plans until the end, or until a posting with a delay whose assistant has no start. Returns that assistant. */
  advance(starts: Starts, firstClaims: Starts, onPlanned: (post: PlannedPost) => void): string | null {
    if (!this.page.has_scheduler) return this.advanceByTime(starts, firstClaims, onPlanned);
    for (; this.next < this.queue.length; this.next++) {
      const posting = this.queue[this.next] as QueuedPosting;
      const { assistantId, delayHours, startedAt } = posting;
      const start = startedAt ?? starts.get(assistantId);
      if (start === undefined && delayHours > 0) {
        noteFirstClaim(firstClaims, assistantId, this.clock);
        return assistantId;
      }
      const firstClaim = this.planNext(posting, start, onPlanned);
      if (start === undefined) noteFirstClaim(firstClaims, assistantId, firstClaim);
    }
    return null;
  }

  /** Without a scheduler: all assistants of the queue start with the next claim, and postings are claimed when they are due. */
  private advanceByTime(starts: Starts, firstClaims: Starts, onPlanned: (post: PlannedPost) => void): string | null {
    const startOf = ({ assistantId, startedAt }: QueuedPosting) => startedAt ?? starts.get(assistantId);
    const notStarted = this.queue.find((posting) => startOf(posting) === undefined)?.assistantId;
    if (notStarted !== undefined) {
      noteFirstClaim(firstClaims, notStarted, this.clock);
      return notStarted;
    }
    // The positions in the queue. No posting of a run is due before those that precede it.
    const runs = new Map<string, number[]>();
    for (const [position, posting] of this.queue.entries()) {
      const positions = runs.get(runOf(posting));
      if (positions) positions.push(position);
      else runs.set(runOf(posting), [position]);
    }
    /** It has waited for the next opening. A post that takes longer than the hours would wait for ever. */
    let isOpening = false;
    while (runs.size > 0) {
      const heads: (readonly [position: number, dueAt: number])[] = [];
      let firstAt = Number.POSITIVE_INFINITY;
      for (const [position = 0] of runs.values()) {
        const posting = this.queue[position] as QueuedPosting;
        const dueAt = this.dueAt(posting, startOf(posting) ?? this.clock);
        heads.push([position, dueAt]);
        firstAt = Math.min(firstAt, dueAt);
      }
      // Of what is due at about the same time, the first of the queue.
      const near = heads.filter(([, dueAt]) => dueAt < firstAt + SCHEDULE_AHEAD);
      const [first, dueAt] = near.reduce((one, other) => (other[0] < one[0] ? other : one));
      const posting = this.queue[first] as QueuedPosting;
      const permitted = this.permitted(dueAt, LIMIT_MARGIN);
      const claimedAt: number = permitted > this.clock || isOpening ? permitted : this.claimTime(permitted);
      isOpening = permitted === this.clock && claimedAt > this.clock;
      if (claimedAt > this.clock) {
        if (dueAt > this.clock && dueAt === knownDueAt(posting)) this.offBy = 0;
        if (claimedAt > dueAt) this.isMoved = true;
        // Another one that precedes it in the queue may be due by then.
        this.clock = claimedAt;
        continue;
      }
      this.addPost(posting, claimedAt + this.postTime, claimedAt);
      this.emit(onPlanned, { posting, publishAt: claimedAt + this.postTime, claimedAt }, false);
      this.advanceClock(claimedAt);
      const positions = runs.get(runOf(posting));
      positions?.shift();
      if (positions?.length === 0) runs.delete(runOf(posting));
    }
    return null;
  }

  /** Plans a posting of a page with a scheduler. Returns when it is claimed for the first time. */
  private planNext(posting: QueuedPosting, start: number | undefined, onPlanned: (post: PlannedPost) => void): number {
    const dueAt = this.dueAt(posting, start ?? this.clock);
    const isScheduled = dueAt >= this.clock + SCHEDULE_AHEAD;
    const firstClaim = isScheduled ? this.clock : this.permitted(this.clock, LIMIT_MARGIN);
    const permitted = isScheduled ? this.permitted(dueAt, 0, true) : this.claimTime(firstClaim);
    const publishAt = isScheduled ? permitted : permitted + this.postTime;
    // The next of the run counts from when this one was due. Without limits that can be some minutes after it is claimed.
    this.addPost(posting, publishAt, this.page.is_limited ? permitted : dueAt);
    const isExact = isScheduled && permitted - knownDueAt(posting) < (this.page.is_limited ? MINUTE : 1);
    if (permitted - (isScheduled ? dueAt : this.clock) >= MINUTE) this.isMoved = true;
    const claimedAt = isScheduled ? this.clock : permitted;
    this.emit(onPlanned, { posting, publishAt, claimedAt }, isExact);
    this.advanceClock(claimedAt);
    return firstClaim;
  }

  private emit(
    onPlanned: (post: PlannedPost) => void,
    post: Pick<PlannedPost, 'posting' | 'publishAt' | 'claimedAt'>,
    isExact: boolean,
  ): void {
    const offBy = isExact ? 0 : POLL + this.postSpread + this.offBy;
    onPlanned({ ...post, page: this.page, offBy, isMoved: this.isMoved });
  }

  /** The page is busy until it has posted what it has claimed. */
  private advanceClock(claimedAt: number): void {
    this.clock = claimedAt + this.postTime;
    this.offBy += this.postSpread;
  }

  private dueAt(posting: QueuedPosting, start: number): number {
    const { delayHours, gapHours, hoursAfterOriginal, originalAt } = posting;
    const lastInRun = this.lastInRun(posting);
    const dueAt = Math.max(this.clock, Math.min(start, this.clock) + delayHours * HOUR, lastInRun + gapHours * HOUR);
    if (hoursAfterOriginal === 0) return dueAt;
    const original = this.originals.get(flyerOf(posting)) ?? originalAt ?? Number.NEGATIVE_INFINITY;
    return Math.max(dueAt, original + hoursAfterOriginal * HOUR);
  }

  /**
   * When a posting that may be claimed at a time is claimed and posted: the limits are asked again before it is live. If they may not
   * permit it then, it is planned for the next time at which they do, so that no post is a day later than planned.
   */
  private claimTime(claimedAt: number): number {
    const latest = claimedAt + this.postTime + this.postSpread + this.offBy;
    const permitted = this.permitted(latest);
    if (permitted === latest) return claimedAt;
    this.offBy = 0;
    return this.permitted(permitted, LIMIT_MARGIN);
  }

  private permitted(earliest: number, margin = 0, wholeMinutes = false): number {
    return this.page.is_limited ? this.permittedTime(earliest, this.times, { wholeMinutes, margin }) : earliest;
  }

  private lastInRun(posting: QueuedPosting): number {
    return this.lastOfRuns.get(runOf(posting)) ?? posting.lastInRun ?? Number.NEGATIVE_INFINITY;
  }

  /** Counts a planned post for what is planned after it. */
  private addPost(posting: QueuedPosting, publishAt: number, dueAt: number): void {
    if (this.page.is_limited) insertSorted(this.times, publishAt);
    const runGoesOnAt = posting.gapHours % 24 === 0 ? publishAt : dueAt;
    this.lastOfRuns.set(runOf(posting), Math.max(runGoesOnAt, this.lastInRun(posting)));
    if (this.hasDuplicates && !posting.isDuplicate) this.originals.set(flyerOf(posting), publishAt);
  }
}

/** When a posting is due by what has happened already. */
function knownDueAt(posting: QueuedPosting): number {
  const { delayHours, gapHours, startedAt, lastInRun, hoursAfterOriginal, originalAt } = posting;
  if (startedAt === null) return Number.NEGATIVE_INFINITY;
  const [gapEnd, duplicateAt] = [(lastInRun ?? 0) + gapHours * HOUR, (originalAt ?? 0) + hoursAfterOriginal * HOUR];
  return Math.max(startedAt + delayHours * HOUR, gapEnd, duplicateAt);
}

const flyerOf = ({ assistantId, sequence }: QueuedPosting) => `${assistantId} ${sequence}`;
const runOf = ({ assistantId, runIndex, isDuplicate }: QueuedPosting) => `${assistantId} ${runIndex} ${isDuplicate}`;

function insertSorted(times: number[], time: number): void {
  let index = times.length;
  while (index > 0 && (times[index - 1] as number) > time) index--;
  times.splice(index, 0, time);
}

function noteFirstClaim(firstClaims: Starts, assistantId: string, at: number): void {
  firstClaims.set(assistantId, Math.min(at, firstClaims.get(assistantId) ?? at));
}

/**
 * Plans the queues of pages. Assistants that have not started start with their first claim on any page. `firstClaims`: those of other
 * pages. The starts are found in the order of their times, because what is claimed later depends on them.
 */
export function planQueues(
  pages: readonly PageQueue[],
  newPostings: readonly QueuedPosting[],
  firstClaims: Starts,
  onPlanned: (post: PlannedPost) => void,
): void {
  const permittedTimeOf = createPermittedTimes();
  const now = pages[0]?.plan.now ?? 0;
  const starts: Starts = new Map([...firstClaims].filter(([, at]) => at <= now));
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
    const queue = [...(page.plan.queue ?? []).map(queuedPosting), ...(page.is_target ? newPostings : [])];
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
