import type { Pool } from 'pg';
import type { Db } from '../src/database/statement.ts';
import { dbOn } from './dbOn.ts';

/**
 * Counts the rows and index entries of `table` that a call reads, also inside functions, by Postgres' own counters.
 * Changes of the call are rolled back.
 */
export async function countReads(
  pool: Pool,
  table: 'page_postings' | 'pages' | 'repeats' | 'tasks',
  call: (db: Db) => Promise<unknown>,
): Promise<number> {
  const client = await pool.connect();
  const readSoFar = async () => {
    const { rows } = await client.query<{ read: number }>(
      `SELECT sum(pg_stat_get_xact_tuples_returned(r.oid))::int AS read
       FROM (SELECT $1::regclass AS oid UNION ALL SELECT indexrelid FROM pg_index WHERE indrelid = $1::regclass) r`,
      [table],
    );
    return rows[0]?.read ?? Number.NaN;
  };
  try {
    // In a transaction, because Postgres resets these counters between transactions.
    await client.query('BEGIN');
    const before = await readSoFar();
    await call(dbOn(client));
    return (await readSoFar()) - before;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}
