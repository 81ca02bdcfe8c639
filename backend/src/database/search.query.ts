import type { PoolClient } from 'pg';
import { clientOf, type Db } from './statement.ts';

/**
 * Settings of a transaction with a search or an export. On Linux, Postgres itself cancels a statement whose client has left, also
 * after a crash of this process. work_mem: a hash of the ids that a search has found must fit, otherwise its scan compares each row
 * with each id.
 */
const SETTINGS = `SET LOCAL statement_timeout = '30s';
  SELECT set_config('client_connection_check_interval', CASE WHEN version() LIKE '%linux%' THEN '500' ELSE '0' END, true);
  SET LOCAL work_mem = '64MB'; SET LOCAL jit = off; SET LOCAL cursor_tuple_fraction = 1`;

export const beginSearch = (client: PoolClient) => client.query(`BEGIN READ ONLY; ${SETTINGS}`);

/** For a transaction that searches before it writes. */
export const applySearchSettings = async (db: Db) => (await clientOf(db)).query(SETTINGS);
