import { runMigrations as migrateGraphileWorker } from 'graphile-worker';
import { DataSource } from 'typeorm';
import { Assistant } from './assistants/assistant.entity.ts';
import { Session } from './auth/session.entity.ts';
import { User } from './auth/user.entity.ts';
import { CreditPackage } from './credits/creditPackage.entity.ts';
import { CreditTransaction } from './credits/creditTransaction.entity.ts';
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
import { CONNECTION_TIMEOUT_MS, IDLE_CONNECTION_MS, listenForLosses, poolOf } from './database/pool.ts';
import { StoredFile } from './files/storedFile.entity.ts';
import { Device } from './pages/device.entity.ts';
import { Page } from './pages/page.entity.ts';
import { PagePosting } from './postings/pagePosting.entity.ts';
import { Preset } from './presets/preset.entity.ts';
import { Task } from './tasks/task.entity.ts';

function createDataSource(url: string, { poolSize = 10 }: { poolSize?: number | undefined }): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    poolSize,
    applicationName: 'flyerdeck',
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
    ],
    migrationsTransactionMode: 'each',
    synchronize: false,
    // A connection that can't be had must become a 503, not a request that hangs.
    extra: { connectionTimeoutMillis: CONNECTION_TIMEOUT_MS, idleTimeoutMillis: IDLE_CONNECTION_MS },
  });
}

export async function openDatabase(
  url: string,
  { poolSize, onLostConnection = () => {} }: { poolSize?: number; onLostConnection?: (error: Error) => void } = {},
): Promise<DataSource> {
  const dataSource = await createDataSource(url, { poolSize }).initialize();
  listenForLosses(poolOf(dataSource), onLostConnection);
  return dataSource;
}

// Any number, as long as every node uses the same.
const MIGRATION_LOCK = 7_203_116;

/** Brings the schema up to date, ours and graphile-worker's; two nodes that start at once take turns. */
export async function migrate(dataSource: DataSource): Promise<void> {
  const client = await poolOf(dataSource).connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await dataSource.runMigrations();
    await migrateGraphileWorker({ pgPool: poolOf(dataSource) });
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    client.release();
  }
}
