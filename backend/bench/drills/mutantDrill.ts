import type { Drill, DrillOutcome, DrillSize } from './drill.ts';
import { storm } from './stormDrill.ts';

const DOUBLE_CHARGE = 'charged more than once in a window';

/** A drill that could not fail would prove nothing: the same storm must find out a claim that does not lock its page. */
async function run(size: DrillSize): Promise<DrillOutcome> {
  const unlocked = await storm(size, 'bench/drills/mutantMain', (pool) =>
    // The index is the lock's second line: with it in place the mutant is caught before it can charge.
    pool.query('DROP INDEX page_postings_one_in_flight'),
  );
  const found = unlocked.lost.some((line) => line.includes(DOUBLE_CHARGE));
  return {
    tried: [
      'the storm against a mutant of the claim without the lock on its page, and without the index behind it',
      ...unlocked.lost.map((line) => `found: ${line}`),
    ],
    lost: found ? [] : ['the drill: it did not see that pages were charged twice'],
  };
}

export const mutantDrill: Drill = { title: 'the drill can fail', run };
