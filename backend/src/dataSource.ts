import { runMigrations as migrateGraphileWorker } from 'graphile-worker';
import { DataSource } from 'typeorm';
import { AuditEvent } from './admin/auditEvent.entity.ts';
import { Assistant } from './assistants/assistant.entity.ts';
import { Session } from './auth/session.entity.ts';
import { User } from './auth/user.entity.ts';
import { CreditPackage } from './credits/creditPackage.entity.ts';
import { CreditTransaction } from './credits/creditTransaction.entity.ts';
import { takeMigrationLock } from './database/migrationLock.query.ts';
import { Foundation1763700000001 } from './database/migrations/0001-foundation.ts';
import { AdminPostings1763700000002 } from './database/migrations/0002-admin-postings.ts';
import { Admin1763700000003 } from './database/migrations/0003-admin.ts';
import { Bot1763700000004 } from './database/migrations/0004-bot.ts';
import { DeviceTroubles1763700000005 } from './database/migrations/0005-device-troubles.ts';
import { PartialIndexes1763700000006 } from './database/migrations/0006-partial-indexes.ts';
import { InFlight1763700000007 } from './database/migrations/0007-in-flight.ts';
import { ScreenshotRetention1763700000008 } from './database/migrations/0008-screenshot-retention.ts';
import { Reads1763700000009 } from './database/migrations/0009-reads.ts';
import { ScreenshotTurns1763700000010 } from './database/migrations/0010-screenshot-turns.ts';
import { FlyerFiles1763700000011 } from './database/migrations/0011-flyer-files.ts';
import { Limits1763700000012 } from './database/migrations/0012-limits.ts';
import { RecognisableSessions1763700000013 } from './database/migrations/0013-recognisable-sessions.ts';
import { Statuses1763700000014 } from './database/migrations/0014-statuses.ts';
import { PlainNames1763700000015 } from './database/migrations/0015-plain-names.ts';
import { listenForLosses, poolOf } from './database/pool.ts';
import type { Db } from './database/statement.ts';
import { StoredFile } from './files/storedFile.entity.ts';
import { Device } from './pages/device.entity.ts';
import { Page } from './pages/page.entity.ts';
import { PagePosting } from './postings/pagePosting.entity.ts';
import { Preset } from './presets/preset.entity.ts';
import { Task } from './tasks/task.entity.ts';

interface DatabaseOptions {
  readonly poolSize?: number;
  /** A wait for a lock ends with an error after this time; without it, never. */
  readonly lockTimeoutMs?: number;
  readonly applicationName?: string;
  readonly onLostConnection?: (error: Error) => void;
}

function createDataSource(
  url: string,
  { poolSize = 10, lockTimeoutMs, applicationName = 'flyerdeck' }: DatabaseOptions,
): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    poolSize,
    applicationName,
    entities: [
      User,
      Session,
      Page,
      Device,
      Preset,
      Assistant,
      Task,
      StoredFile,
      PagePosting,
      CreditTransaction,
      CreditPackage,
      AuditEvent,
    ],
    migrations: [
      Foundation1763700000001,
      AdminPostings1763700000002,
      Admin1763700000003,
      Bot1763700000004,
      DeviceTroubles1763700000005,
      PartialIndexes1763700000006,
      InFlight1763700000007,
      ScreenshotRetention1763700000008,
      Reads1763700000009,
      ScreenshotTurns1763700000010,
      FlyerFiles1763700000011,
      Limits1763700000012,
      RecognisableSessions1763700000013,
      Statuses1763700000014,
      PlainNames1763700000015,
    ],
    migrationsTransactionMode: 'each',
    synchronize: false,
    // A request that gets no connection must be answered 503 and not hang.
    extra: {
      connectionTimeoutMillis: 10_000,
      // A new connection costs Postgres a process, and its statements their plans.
      idleTimeoutMillis: 300_000,
      ...(lockTimeoutMs === undefined ? {} : { lock_timeout: lockTimeoutMs }),
    },
  });
}

export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Db> {
  const { manager } = await createDataSource(url, options).initialize();
  listenForLosses(poolOf(manager), options.onLostConnection ?? (() => {}));
  return manager;
}

/**
 * Connections for the calls of devices alone. One that waits for a lock gives up after 3 s, which is a 503 for its device, so
 * that a few locked pages never use up all connections.
 */
export const openDeviceDatabase = (url: string, onLostConnection?: (error: Error) => void): Promise<Db> =>
  openDatabase(url, {
    lockTimeoutMs: 3_000,
    applicationName: 'flyerdeck-devices',
    ...(onLostConnection ? { onLostConnection } : {}),
  });

export const closeDatabase = (db: Db): Promise<void> => db.dataSource.destroy();

/** Brings the schema up to date, ours and graphile-worker's. Of two nodes that start at once, one waits for the other. */
export const migrate = (db: Db): Promise<void> =>
  db.transaction(async (locked) => {
    await takeMigrationLock(locked, []);
    await db.dataSource.runMigrations();
    await migrateGraphileWorker({ pgPool: poolOf(db) });
  });
