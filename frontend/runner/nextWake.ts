import type { RunnerPage } from '@flyerdeck/contracts';

/** In milliseconds. Tests use shorter ones. */
export const TIMES = {
  lookEvery: 1_000,
  /** A browser without work for this long is closed. */
  idle: 20_000,
  /** The same while other pages wait. */
  idleInTurn: 5_000,
  /** While others wait, a page with more work gives its turn away after this time. */
  turn: 180_000,
  /** A browser whose extension has reached nothing for this long is closed. */
  noContact: 120_000,
  /** How long the window of a person stays. */
  opened: 30 * 60_000,
  askForToken: 3_000,
  pairing: 2_000,
  /** At a stop: how long a posting may take to its end. */
  stop: 60_000,
  readPages: 60_000,
  /** Before a page with a problem that may end by itself is looked at again: this time, four times as long, and so on. */
  retry: 15 * 60_000,
  maxRetry: 6 * 3_600_000,
};

export type Times = typeof TIMES;

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
