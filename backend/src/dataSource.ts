import { runMigrations as migrateGraphileWorker } from 'graphile-worker';
import { DataSource } from 'typeorm';
import { takeMigrationLock } from './database/migrationLock.query.ts';
import * as migrations from './database/migrations/index.ts';
import { handleDroppedConnections, poolOf } from './database/pool.ts';
import type { Db } from './database/statement.ts';
import * as entities from './entities.ts';

interface DatabaseOptions {
  readonly poolSize?: number;
  /** A wait for a lock ends with an error after this time. Without it, it never does. */
  readonly lockTimeoutMs?: number;
  readonly applicationName?: string;
  readonly onLostConnection?: ((error: Error) => void) | undefined;
}

export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Db> {
  const { poolSize = 10, lockTimeoutMs, applicationName = 'flyerdeck', onLostConnection = () => {} } = options;
  const { manager } = await new DataSource({
    type: 'postgres',
    url,
    poolSize,
    applicationName,
    entities,
    migrations,
    migrationsTransactionMode: 'each',
    synchronize: false,
    extra: {
      // Where no connection is free, a request is answered with a 503 instead of waiting forever.
      connectionTimeoutMillis: 10_000,
      // A new connection costs Postgres a process, and its statements their plans.
      idleTimeoutMillis: 300_000,
      lock_timeout: lockTimeoutMs,
    },
  }).initialize();
  handleDroppedConnections(poolOf(manager), onLostConnection);
  return manager;
}

/**
 * Connections for the calls of devices alone. One that waits for a lock gives up after 3 s, which is a 503 for its device, so
 * that a few locked pages never use up all connections.
 */
export const openDeviceDatabase = (url: string, onLostConnection?: (error: Error) => void): Promise<Db> =>
  openDatabase(url, { lockTimeoutMs: 3_000, applicationName: 'flyerdeck-devices', onLostConnection });

export const closeDatabase = (db: Db): Promise<void> => db.dataSource.destroy();

/** Brings the schema up to date, ours and graphile-worker's. Of two nodes that start at once, one waits for the other. */
export const migrate = (db: Db): Promise<void> =>
  db.transaction(async (locked) => {
    await takeMigrationLock(locked, []);
    await db.dataSource.runMigrations();
    await migrateGraphileWorker({ pgPool: poolOf(db) });
  });
