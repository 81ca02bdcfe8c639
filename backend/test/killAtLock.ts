import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { startSeparateProcess } from './separateProcess.ts';

/**
 * Runs an ES module, given as text, in a separate process until it waits for `table`, and then kills it with SIGKILL. The module
 * opens the database DATABASE of its environment with the application name 'killed', and prints a line before it begins.
 */
export async function killAtLock(
  pool: Pool,
  table: string,
  module: string,
  env: Record<string, string>,
): Promise<void> {
  const {
    rows: [database],
  } = await pool.query('SELECT current_database() AS name');
  const url = new URL(`/${database.name}`, process.env.FLYERDECK_TEST_POSTGRES_URL).href;
  const holder = await pool.connect();
  // Blocks writes, not reads.
  await holder.query(`BEGIN; LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
  try {
    const child = await startSeparateProcess(module, { ...env, DATABASE: url });
    for (const deadline = Date.now() + 20_000; ; await sleep(20)) {
      const { rows } = await pool.query(
        "SELECT 1 FROM pg_stat_activity WHERE application_name = 'killed' AND wait_event_type = 'Lock' AND datname = $1",
        [database.name],
      );
      if (rows.length > 0) break;
      if (Date.now() > deadline) throw new Error(`The process did not wait for ${table}.`);
    }
    await child.kill();
    await pool.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'killed'");
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}
