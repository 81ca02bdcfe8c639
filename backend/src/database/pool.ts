import type { Pool, PoolClient } from 'pg';
import type { Db } from './statement.ts';

/**
 * Handles dropped connections, for example after a Postgres restart. An error event without a listener would end the process.
 * The pool replaces a dropped connection on the next query. Also listens to 'acquire', because the pool's first client is
 * connected before this call.
 */
export function handleDroppedConnections(pool: Pool, onLostConnection: (error: Error) => void): void {
  const handled = new WeakSet<PoolClient>();
  const listen = (client: PoolClient) => {
    if (handled.has(client)) return;
    handled.add(client);
    client.on('error', onLostConnection);
  };
  pool.on('error', onLostConnection);
  pool.on('connect', listen);
  pool.on('acquire', listen);
}

/** The pg pool of a handle. Outside of database/ it is used only for libraries that need a pool and for reserved connections. */
export function poolOf(db: Db): Pool {
  const { master } = db.dataSource.driver as unknown as { master: Pool | undefined };
  // The pool has ended because the process stops. The same message as pg's own.
  if (!master) throw new Error('Cannot use a pool after calling end on the pool');
  return master;
}

/** The address of the database, for a process that connects to it too. */
export const urlOf = (db: Db): string => (db.dataSource.options as { url?: string }).url ?? '';
