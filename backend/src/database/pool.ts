import { Pool, type PoolClient } from 'pg';
import type { DataSource } from 'typeorm';

export const CONNECTION_TIMEOUT_MS = 10_000;
/** A new connection costs Postgres a process, and its statements their plans. */
export const IDLE_CONNECTION_MS = 300_000;

/**
 * Handles connections that lose their server (a Postgres restart): an error event without a listener would end the process,
 * while the pool replaces a lost connection at the next query. On 'acquire' too, because the pool's first client was
 * connected before anybody could listen.
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

const DEVICE_CONNECTIONS = 10;
const DEVICE_LOCK_TIMEOUT_MS = 3_000;

/**
 * Connections for the calls of devices alone. One that waits for a lock gives up after 3 s, which is a 503 for its device, so
 * that a few locked pages never use up all connections.
 */
export function openDevicePool(url: string, onLostConnection: (error: Error) => void = () => {}): Pool {
  const pool = new Pool({
    connectionString: url,
    max: DEVICE_CONNECTIONS,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    lock_timeout: DEVICE_LOCK_TIMEOUT_MS,
    application_name: 'flyerdeck-devices',
  });
  listenForLosses(pool, onLostConnection);
  return pool;
}

/** The one pg pool that TypeORM owns; hot calls run their named prepared statements on it. */
export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as unknown as { master: Pool }).master;
}
