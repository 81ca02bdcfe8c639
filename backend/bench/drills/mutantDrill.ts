import type { Pool } from 'pg';
import type { Drill, DrillOutcome, DrillSize } from './drill.ts';
import { storm } from './stormDrill.ts';

const DOUBLE_CHARGE = 'charged more than once in a window';
const LOCK = 'FOR NO KEY UPDATE SKIP LOCKED';

/**
 * Removes the lock on the page from claim_posting, and the keys of in_flight that would stop a second claim before its
 * charge.
 */
async function removeLock(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ source: string }>(
    `SELECT pg_get_functiondef('claim_posting'::regproc) AS source`,
  );
  const source = rows[0]?.source ?? '';
  if (!source.includes(LOCK)) throw new Error('The claim has no lock that this mutant could take away.');
  await pool.query(source.replace(LOCK, ''));
  await pool.query('ALTER TABLE in_flight DROP CONSTRAINT in_flight_pkey, DROP CONSTRAINT in_flight_posting_id_key');
}

/** Proves that the storm drill can fail: it must detect a claim that does not lock its page. */
async function run(size: DrillSize): Promise<DrillOutcome> {
  const unlocked = await storm(size, removeLock);
  const found = unlocked.failures.some((line) => line.includes(DOUBLE_CHARGE));
  return {
    results: [
      'the storm against a mutant of the claim without the lock on its page, and without the keys behind it',
      ...unlocked.failures.map((line) => `found: ${line}`),
    ],
    failures: found ? [] : ['the drill did not detect that pages were charged twice'],
  };
}

export const mutantDrill: Drill = { title: 'the storm drill detects a claim that does not lock its page', run };
