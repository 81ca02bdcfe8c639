import { runMigrations as migrateGraphileWorker } from 'graphile-worker';
import { Pool, type PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { Assistant } from '../assistants/assistant.entity.ts';
import { Session } from '../auth/session.entity.ts';
import { User } from '../auth/user.entity.ts';
import { CreditPackage } from '../credits/creditPackage.entity.ts';
import { CreditTransaction } from '../credits/creditTransaction.entity.ts';
import { StoredFile } from '../files/storedFile.entity.ts';
import { Device } from '../linking/device.entity.ts';
import { Page } from '../pages/page.entity.ts';
import { PagePosting } from '../postings/pagePosting.entity.ts';
import { Preset } from '../presets/preset.entity.ts';
import { Task } from '../tasks/task.entity.ts';
import { Foundation1763700000001 } from './migrations/0001-foundation.ts';
import { AdminPostings1763700000002 } from './migrations/0002-admin-postings.ts';
import { Admin1763700000003 } from './migrations/0003-admin.ts';
import { Bot1763700000004 } from './migrations/0004-bot.ts';
import { DeviceTroubles1763700000005 } from './migrations/0005-device-troubles.ts';
import { PartialIndexes1763700000006 } from './migrations/0006-partial-indexes.ts';
import { InFlight1763700000007 } from './migrations/0007-in-flight.ts';
import { ScreenshotRetention1763700000008 } from './migrations/0008-screenshot-retention.ts';
import { Reads1763700000009 } from './migrations/0009-reads.ts';
import { ScreenshotTurns1763700000010 } from './migrations/0010-screenshot-turns.ts';
import { FlyerFiles1763700000011 } from './migrations/0011-flyer-files.ts';
import { Limits1763700000012 } from './migrations/0012-limits.ts';
import { RecognisableSessions1763700000013 } from './migrations/0013-recognisable-sessions.ts';

const CONNECTION_TIMEOUT_MS = 10_000;
/** A connection opened anew costs Postgres a process and its statements' plans: after a pause they are still there. */
const IDLE_CONNECTION_MS = 300_000;

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

/**
 * Connects, and hears out connections that lose their server (a Postgres restart): an error event without a listener would
 * end the process, while a lost connection is merely replaced at the next query. On 'acquire' too, because the pool's first
 * client was connected before anybody could listen.
 */
export async function openDatabase(
  url: string,
  { poolSize, onLostConnection = () => {} }: { poolSize?: number; onLostConnection?: (error: Error) => void } = {},
): Promise<DataSource> {
  const dataSource = await createDataSource(url, { poolSize }).initialize();
  listenForLosses(poolOf(dataSource), onLostConnection);
  return dataSource;
}

function listenForLosses(pool: Pool, onLostConnection: (error: Error) => void): void {
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
