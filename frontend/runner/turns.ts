import { setTimeout as sleep } from 'node:timers/promises';
import type { Times } from './nextWake.ts';
import type { ExtensionState, PageBrowser } from './pageBrowser.ts';

/** How a turn ends: `again` if the page has more to do and lets the others go first. */
export type TurnEnd = 'done' | 'again';

/** Runs pages in turn, at most `atOnce` at the same time. A page that is asked for again while it waits keeps its place. */
export class Turns {
  private readonly waiting = new Set<string>();
  private readonly running = new Map<string, Promise<void>>();
  private isStopped = false;

  constructor(
    private readonly atOnce: number,
    private readonly run: (page: string) => Promise<TurnEnd>,
  ) {}

  get others(): number {
    return this.waiting.size;
  }

  isRunning(page: string): boolean {
    return this.running.has(page);
  }

  isWaiting(page: string): boolean {
    return this.waiting.has(page);
  }

  /** Does nothing while the page runs: what runs looks for all its work itself. */
  want(page: string): void {
    if (this.isStopped || this.running.has(page)) return;
    this.waiting.add(page);
    this.startNext();
  }

  forget(page: string): void {
    this.waiting.delete(page);
  }

  /** No turn begins any more. Resolves when the running ones have ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.waiting.clear();
    await Promise.all(this.running.values());
  }

  private startNext(): void {
    for (const page of this.waiting) {
      if (this.running.size >= this.atOnce) return;
      this.waiting.delete(page);
      const turn = this.run(page)
        .catch(() => 'done' as const)
        .then((end) => {
          this.running.delete(page);
          if (end === 'again' && !this.isStopped) this.waiting.add(page);
          this.startNext();
        });
      this.running.set(page, turn);
    }
  }
}

interface Conditions {
  readonly times: Times;
  /** The turn should end as soon as nothing is in hand. */
  mustEnd(): boolean;
  /** What is in hand may be brought to its end. */
  mayFinish(): boolean;
  /** How many pages wait for their turn. */
  others(): number;
}

/** Waits until the browser of a page has nothing to do, has had its turn, or has ended. `last` is the last state that was read. */
export async function watchTurn(
  browser: Pick<PageBrowser, 'hasEnded' | 'state'>,
  { times, mustEnd, mayFinish, others }: Conditions,
): Promise<{ readonly end: TurnEnd; readonly last: ExtensionState | null }> {
  const startedMs = Date.now();
  let idleSinceMs = startedMs;
  let wasWorking = false;
  let last: ExtensionState | null = null;
  for (;;) {
    await sleep(times.lookEvery);
    if (browser.hasEnded) return { end: 'done', last };
    const state = await browser.state();
    last = state ?? last;
    // A poll is shorter than the time between two looks.
    const isBusy = state?.hasJob || (state?.isWorking && wasWorking);
    wasWorking = state?.isWorking ?? false;
    if (isBusy) idleSinceMs = Date.now();
    if (state?.hasJob && mayFinish()) continue;
    if (mustEnd()) return { end: 'done', last };
    const hasContact = (state?.lastContactMs ?? 0) > startedMs;
    const idle = others() > 0 ? Math.min(times.idle, times.idleInTurn) : times.idle;
    if (hasContact && Date.now() - idleSinceMs >= idle) return { end: 'done', last };
    if (!hasContact && !isBusy && Date.now() - startedMs >= times.noContact) return { end: 'done', last };
    if (others() > 0 && Date.now() - startedMs >= times.turn) return { end: 'again', last };
  }
}
