import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { startSeparateProcess } from './separateProcess.ts';

const WAITS_WITHIN_MS = 90_000;

/**
 * Runs an ES module in a separate process until it waits for `table`, whose writes are blocked. Then kills the process with
 * SIGKILL. The module gets the URL of the pool's database as DATABASE, must print a line, must not end, and names its connections `killed`.
 */
export async function killAtLock(
  pool: Pool,
  table: string,
  module: string,
  env: Record<string, string> = {},
): Promise<void> {
  const {
    rows: [database],
  } = await pool.query<{ name: string }>('SELECT current_database() AS name');
  const url = new URL(`/${database?.name}`, process.env.FLYERDECK_TEST_POSTGRES_URL);
  const holder = await pool.connect();
  // Blocks writes, not reads.
  await holder.query(`BEGIN; LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
  const child = await startSeparateProcess(module, { DATABASE: url.href, ...env });
  try {
    for (const deadline = Date.now() + WAITS_WITHIN_MS; ; await sleep(20)) {
      const { rows } = await pool.query(
        "SELECT 1 FROM pg_stat_activity WHERE application_name = 'killed' AND wait_event_type = 'Lock' AND datname = $1",
        [database?.name],
      );
      if (rows.length > 0) break;
      if (Date.now() > deadline || child.child.exitCode !== null) {
        const { exitCode } = child.child;
        await child.kill();
        throw new Error(`The process did not wait for ${table}, its status is ${exitCode}: ${await child.errorOutput}`);
      }
    }
  } finally {
    await child.kill();
    await pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'killed' AND datname = $1",
      [database?.name],
    );
    await holder.query('ROLLBACK');
    holder.release();
  }
}
