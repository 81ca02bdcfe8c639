import type { Pool } from 'pg';
import type { Db } from '../src/database/statement.ts';
import { dbOn } from './dbOn.ts';

/**
 * How many rows and index entries of `table` a call reads, inside functions too, by Postgres' own counters. What the call
 * changes is rolled back.
 */
export async function countReads(
  pool: Pool,
  table: 'page_postings' | 'pages',
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
    // The counters are handed on between transactions only.
    await client.query('BEGIN');
    const before = await readSoFar();
    await call(dbOn(client));
    return (await readSoFar()) - before;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}
