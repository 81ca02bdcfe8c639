import type { RunnerPage } from '@flyerdeck/contracts';
import type { Times } from './times.ts';

type Health = RunnerPage['health'];

/** Problems that only a person ends. */
export const needsPerson = (health: Health): boolean => health === 'logged_out' || health === 'wrong_account';

const SOONEST_LOOK_MS = 60_000;

/**
 * When a browser should look at the site by itself; null for when the server asks. After a problem it looks ever more rarely, and not
 * at all if a person must end it. `failures` is the number of turns in a row that ended with a problem, `hasFailed` whether the
 * browser itself has failed.
 */
export function nextWakeMs({
  health,
  failures,
  hasFailed,
  nextLookMs,
  nowMs,
  times,
}: {
  readonly health: Health;
  readonly failures: number;
  readonly hasFailed: boolean;
  readonly nextLookMs: number | null;
  readonly nowMs: number;
  readonly times: Pick<Times, 'retry' | 'maxRetry'>;
}): number | null {
  if (needsPerson(health)) return null;
  if (failures > 0) {
    // A browser that has ended once is started again at once: it may have had a posting in hand.
    if (hasFailed && failures === 1) return nowMs;
    const first = hasFailed ? times.retry / 60 : times.retry;
    return nowMs + Math.min(times.maxRetry, first * 4 ** (failures - 1));
  }
  return nextLookMs === null ? null : Math.max(nextLookMs, nowMs + SOONEST_LOOK_MS);
}
