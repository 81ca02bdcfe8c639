import type { ServerResponse } from 'node:http';
import type { PoolClient } from 'pg';
import { clientOf, type Db } from '../../database/statement.ts';
import { unavailable } from './errors.ts';

/** Postgres refuses the setting on some systems other than Linux. */
const END_WITH_CLIENT = `set_config('client_connection_check_interval', CASE WHEN version() LIKE '%linux%' THEN '500' ELSE '0' END, true)`;

/** A statement ends with its client. work_mem: a hash of the found ids must fit, otherwise a scan compares each row with each id. */
const SETTINGS = `SET LOCAL statement_timeout = '30s';
  SELECT ${END_WITH_CLIENT};
  SET LOCAL work_mem = '64MB'; SET LOCAL jit = off; SET LOCAL cursor_tuple_fraction = 1`;

export const beginSearch = (client: PoolClient) => client.query(`BEGIN READ ONLY; ${SETTINGS}`);

export const applySearchSettings = async (db: Db) => (await clientOf(db)).query(SETTINGS);

/** Read-only. Cancelled when the caller disconnects, and after 30 s. */
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
