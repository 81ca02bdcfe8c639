import { setTimeout as sleep } from 'node:timers/promises';

/** `full` is `npm run drill`. `short` is `--short`, and is used in the tests. */
export type DrillSize = 'full' | 'short';

export interface DrillOutcome {
  readonly results: readonly string[];
  readonly failures: readonly string[];
}

export interface Drill {
  readonly title: string;
  run(size: DrillSize): Promise<DrillOutcome>;
}

/** Milliseconds until `done` returns true; infinite when that takes longer than `withinMs`. */
export async function msUntil(done: () => Promise<boolean> | boolean, withinMs: number, everyMs = 50): Promise<number> {
  const startedAt = Date.now();
  while (!(await done())) {
    if (Date.now() - startedAt > withinMs) return Number.POSITIVE_INFINITY;
    await sleep(everyMs);
  }
  return Date.now() - startedAt;
}
