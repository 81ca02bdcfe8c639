import { Pool } from 'pg';
import { closeDatabase, migrate, openDatabase } from '../../src/dataSource.ts';
import { withPostgres } from '../withPostgres.ts';
import { fillQueue } from './fillQueue.ts';
import { CONNECTIONS } from './productWork.ts';

/** Runs `work` on a database with a filled queue of this many pages, with ten connections. */
export async function withQueue<T>(pages: number, work: (pool: Pool, url: string) => Promise<T>): Promise<T> {
  return withPostgres(async (url) => {
    const db = await openDatabase(url);
    await migrate(db).finally(() => closeDatabase(db));
    const pool = new Pool({ connectionString: url, max: CONNECTIONS });
    pool.on('error', () => undefined);
    try {
      await fillQueue(pool, { pages });
      return await work(pool, url);
    } finally {
      await pool.end();
    }
  });
}
