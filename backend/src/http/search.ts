import type { ServerResponse } from 'node:http';
import type { PoolClient } from 'pg';
import { beginSearch } from '../database/search.query.ts';
import type { Db } from '../database/statement.ts';
import { unavailable } from './errors.ts';

/** Runs `work` in a read-only transaction. Its statement is cancelled when the caller disconnects, and after 30 s. */
export async function search<T>(db: Db, res: ServerResponse, work: (db: Db) => Promise<T>): Promise<T> {
  const runner = db.dataSource.createQueryRunner();
  const client: PoolClient & { end?(): Promise<void> } = await runner.connect();
  // Closes the connection, and the pool does not use it again.
  const cancel = () => void client.end?.();
  res.once('close', cancel);
  try {
    if (res.destroyed) cancel();
    await beginSearch(client);
    const result = await work(runner.manager);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    if (res.destroyed) throw unavailable('The caller has left.');
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    res.off('close', cancel);
    await runner.release();
  }
}
