import { SCHEDULE_AHEAD_MINUTES } from '@flyerdeck/contracts';
import { createPermittedTimes, HOUR, MINUTE, type PermittedTime } from './permittedTime.ts';
import type { LinePosting, PageLine } from './plan.query.ts';

/** What a page will post, and when. */
export interface PlannedPost {
  readonly page: PageLine;
  readonly posting: LinePosting;
  /** In microseconds. */
  readonly publishAt: number;
}

/** When assistants start, in microseconds. */
type Starts = Map<string, number>;

/**
 * Plans the line of a page by the rules of claim_posting. It is assumed that the page polls, posts at once what it claims, and that
 * the credits suffice. Delays count from the start of an assistant, so planning stops where a start is not known.
 */
class LinePlan {
  private readonly times: number[];
  private readonly lastOfRuns = new Map<string, number>();
  private next = 0;
  /** The time of the next claim. */
  clock: number;

  constructor(
    readonly page: PageLine,
    private readonly line: readonly LinePosting[],
    private readonly permittedTime: PermittedTime,
  ) {
    this.clock = page.plan.now;
    this.times = page.plan.times ?? [];
  }

  /** Plans until the end, or until a posting with a delay whose assistant has no start. Returns that assistant. */
  advance(starts: Starts, firstClaims: Starts, onPlanned: (post: PlannedPost) => void): string | null {
    for (; this.next < this.line.length; this.next++) {
      const posting = this.line[this.next] as LinePosting;
      const [assistantId, , , delayHours, , startedAt] = posting;
      const start = startedAt ?? starts.get(assistantId);
      if (start === undefined && delayHours > 0) {
        note(firstClaims, assistantId, this.clock);
        return assistantId;
      }
      onPlanned({ page: this.page, posting, publishAt: this.plan(posting, start ?? this.clock) });
      // A posting with a time ahead is claimed at once; another one when it is posted.
      if (start === undefined) note(firstClaims, assistantId, this.clock);
    }
    return null;
  }

  private plan([assistantId, runIndex, isDuplicate, delayHours, gapHours, , last]: LinePosting, start: number): number {
    const run = `${assistantId} ${runIndex} ${isDuplicate}`;
    const lastInRun = this.lastOfRuns.get(run) ?? last ?? Number.NEGATIVE_INFINITY;
    let dueAt = Math.max(this.clock, Math.min(start, this.clock) + delayHours * HOUR, lastInRun + gapHours * HOUR);
    const isScheduled = dueAt >= this.clock + SCHEDULE_AHEAD_MINUTES * MINUTE;
    let publishAt = isScheduled ? dueAt : this.clock;
    if (this.page.is_limited) {
      publishAt = this.permittedTime(publishAt, this.times, isScheduled);
      dueAt = publishAt;
      insertSorted(this.times, publishAt);
    }
    if (!isScheduled) this.clock = publishAt;
    // The next of the run counts from when this one was due. Without limits that can be some minutes after it is posted.
    this.lastOfRuns.set(run, Math.max(dueAt, lastInRun));
    return publishAt;
  }
}

function insertSorted(times: number[], time: number): void {
  let index = times.length;
  while (index > 0 && (times[index - 1] as number) > time) index--;
  times.splice(index, 0, time);
}

function note(firstClaims: Starts, assistantId: string, at: number): void {
  firstClaims.set(assistantId, Math.min(at, firstClaims.get(assistantId) ?? at));
}

/**
 * Plans the lines of pages. `starts`: known starts of assistants that have not started. The others start with their first claim on
 * any of the pages; they are found in the order of their times, because what is claimed later depends on them.
 */
export function planLines(
  pages: readonly PageLine[],
  newPostings: readonly LinePosting[],
  starts: Starts,
  onPlanned: (post: PlannedPost) => void,
): void {
  const permittedTimeOf = createPermittedTimes();
  const firstClaims: Starts = new Map();
  /** Pages that wait for the start of an assistant. */
  const blocked = new Map<string, LinePlan[]>();
  const advance = (plan: LinePlan) => {
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
    const line = [...(page.plan.line ?? []), ...(page.is_target ? newPostings : [])];
    advance(new LinePlan(page, line, permittedTimeOf(limits)));
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
