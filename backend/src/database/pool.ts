import type { Pool, PoolClient } from 'pg';
import type { EntityManager } from 'typeorm';

/** An error event without a listener would end the process. Also on 'acquire', because the pool's first client is connected before this call. */
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

/** Only for libraries that need a pool and for reserved connections. */
export function poolOf(db: EntityManager): Pool {
  const { master } = db.dataSource.driver as unknown as { master: Pool | undefined };
  // The same message as pg's own.
  if (!master) throw new Error('Cannot use a pool after calling end on the pool');
  return master;
}

export const urlOf = (db: EntityManager): string => (db.dataSource.options as { url?: string }).url ?? '';
