import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';

const guarded = new WeakSet<Pool>();

/**
 * A client that loses its server while it is checked out emits 'error', which ends the process where nobody listens; its
 * query fails in any case. On 'acquire', because a pool's first client was connected before anybody could hear of it.
 */
export function catchClientErrors(pool: Pool, logger: Logger): void {
  if (guarded.has(pool)) return;
  guarded.add(pool);
  const listening = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (listening.has(client)) return;
    listening.add(client);
    client.on('error', (error) => logger.debug({ err: error }, 'a database connection was lost'));
  });
}
