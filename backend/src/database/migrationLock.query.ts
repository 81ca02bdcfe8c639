import type { Pool } from 'pg';

// Any number, as long as every node uses the same.
const MIGRATION_LOCK = 7_203_116;

/** Runs `work` while no other node does; of two that start at once, one waits for the other. */
export async function withMigrationLock(pool: Pool, work: () => Promise<unknown>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await work();
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    client.release();
  }
}
