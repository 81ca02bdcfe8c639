import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';

const guarded = new WeakSet<Pool>();

/**
 * A client that loses its server while it is checked out emits 'error', which ends the process where nobody listens;
 * its query fails in any case. Both events, because the pool's first client was connected before we came.
 */
export function catchClientErrors(pool: Pool, logger: Logger): void {
  if (guarded.has(pool)) return;
  guarded.add(pool);
  const listening = new WeakSet<PoolClient>();
  const listen = (client: PoolClient) => {
    if (listening.has(client)) return;
    listening.add(client);
    client.on('error', (error) => logger.warn({ err: error }, 'a database connection was lost'));
  };
  pool.on('connect', listen);
  pool.on('acquire', listen);
}
