import { setTimeout as sleep } from 'node:timers/promises';
import type { ExtensionState, PageBrowser } from './pageBrowser.ts';
import type { Times } from './times.ts';
import type { TurnEnd } from './turns.ts';

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
