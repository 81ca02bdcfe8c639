import type { Pool, PoolClient } from 'pg';
import type { Db } from './statement.ts';

/**
 * Handles connections that lose their server (a Postgres restart): an error event without a listener would end the process,
 * while the pool replaces a lost connection at the next query. On 'acquire' too, because the pool's first client is connected
 * before this call.
 */
export function listenForLosses(pool: Pool, onLostConnection: (error: Error) => void): void {
  const heard = new WeakSet<PoolClient>();
  const listen = (client: PoolClient) => {
    if (heard.has(client)) return;
    heard.add(client);
    client.on('error', onLostConnection);
  };
  pool.on('error', onLostConnection);
  pool.on('connect', listen);
  pool.on('acquire', listen);
}

/** The pg pool of a handle. Outside of database/ only for libraries that need a pool, and for reserved connections. */
export function poolOf(db: Db): Pool {
  const { master } = db.dataSource.driver as unknown as { master: Pool | undefined };
  // The message of pg itself, for calls while the process stops.
  if (!master) throw new Error('Cannot use a pool after calling end on the pool');
  return master;
}
