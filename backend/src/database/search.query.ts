import type { PoolClient } from 'pg';
import { clientOf, type Db } from './statement.ts';

/** Postgres ends a statement whose client has left. Only on Linux, because it refuses the setting on some other systems. */
export const END_WITH_CLIENT = `set_config('client_connection_check_interval', CASE WHEN version() LIKE '%linux%' THEN '500' ELSE '0' END, true)`;

/**
 * Settings of a transaction with a search or an export. A statement ends with its client, also
 * after a crash of this process. work_mem: a hash of the ids that a search has found must fit, otherwise its scan compares each row
 * with each id.
 */
const SETTINGS = `SET LOCAL statement_timeout = '30s';
  SELECT ${END_WITH_CLIENT};
  SET LOCAL work_mem = '64MB'; SET LOCAL jit = off; SET LOCAL cursor_tuple_fraction = 1`;

export const beginSearch = (client: PoolClient) => client.query(`BEGIN READ ONLY; ${SETTINGS}`);

/** For a transaction that searches before it writes. */
export const applySearchSettings = async (db: Db) => (await clientOf(db)).query(SETTINGS);
