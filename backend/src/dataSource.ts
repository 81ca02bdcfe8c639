import { runMigrations as migrateGraphileWorker } from 'graphile-worker';
import { DataSource, MigrationExecutor } from 'typeorm';
import { applyFunctions } from './database/functions/applyFunctions.ts';
import { handleDroppedConnections, poolOf } from './database/pool.ts';
import { takeMigrationLock } from './database/processLock.query.ts';
import {
  checkSchema,
  checkServer,
  createSchema,
  explainTls,
  findTables,
  MIGRATIONS,
  recordOwnSchema,
} from './database/schema.ts';
import type { Db } from './database/statement.ts';
import * as entities from './entities.ts';
import { createQueues } from './jobs/enqueue.query.ts';

interface DatabaseOptions {
  readonly poolSize?: number;
  readonly keptOpen?: number;
  /** Without it, a statement waits for a lock without a limit. */
  readonly lockTimeoutMs?: number;
  readonly applicationName?: string;
  readonly onLostConnection?: ((error: Error) => void) | undefined;
}

export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Db> {
  const {
    poolSize = 10,
    keptOpen = 5,
    lockTimeoutMs,
    applicationName = 'flyerdeck',
    onLostConnection = () => {},
  } = options;
  const { manager } = await new DataSource({
    type: 'postgres',
    url,
    poolSize,
    applicationName,
    entities,
    migrations: MIGRATIONS,
    synchronize: false,
    // A standby, from which a backup is made, would refuse it.
    installExtensions: false,
    extra: {
      // A request is then answered with a 503 instead of waiting forever.
      connectionTimeoutMillis: 10_000,
      // A new connection costs Postgres a process, and its statements their plans.
      idleTimeoutMillis: 300_000,
      // Pages that start after a long pause do not wait for new connections.
      min: keptOpen,
      lock_timeout: lockTimeoutMs,
      // Otherwise a silently dropped connection, such as the idle one that listens for hints, would never be noticed.
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
    },
  })
    .initialize()
    .catch((error: unknown) => {
      throw explainTls(error) ?? error;
    });
  handleDroppedConnections(poolOf(manager), onLostConnection);
  return manager;
}

export const closeDatabase = (db: Db): Promise<void> => db.dataSource.destroy();

/**
 * Processes that start at the same time take turns. Migrations and functions are one transaction, so a failure leaves the database as it was.
 * @throws UnsupportedDatabaseError
 */
export const migrate = (db: Db): Promise<void> =>
  db.transaction(async (locked) => {
    await takeMigrationLock(locked);
    await checkServer(db);
    // Not the transaction of the lock: graphile-worker's migrations wait for what this one has locked.
    await db.transaction(async (migrating) => {
      const executor = new MigrationExecutor(db.dataSource, migrating.queryRunner);
      executor.transaction = 'none';
      const isNew = (await findTables(migrating, [])).length === 0;
      if (isNew) await createSchema(migrating);
      // The migrations are then only recorded.
      executor.fake = isNew;
      const applied = await executor.executePendingMigrations();
      if (isNew || applied.length > 0) await recordOwnSchema(migrating);
      await checkSchema(migrating);
      await applyFunctions(migrating);
    });
    await migrateGraphileWorker({ pgPool: poolOf(db) });
    await createQueues(db, []);
  });
