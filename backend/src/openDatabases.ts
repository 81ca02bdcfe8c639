import type { Config } from './config.ts';
import type { AppContext } from './context.ts';
import type { Db } from './database/statement.ts';
import { closeDatabase, openDatabase } from './dataSource.ts';

type Databases = Pick<AppContext, 'db' | 'sessionDb' | 'deviceDb' | 'searchDb'>;

/**
 * An api process has 10 more connections for devices, and 6 for searches, plans and downloads. Two api processes, a worker and a bot
 * use at most 94 of 100, the default limit of Postgres.
 */
const POOL_SIZE = 14;
/** Searches, plans and downloads that run at the same time. However many there are, other calls still get connections. */
const SEARCH_POOL_SIZE = 6;
/** Beside a pooler: two listeners, two locks of the process, and jobs that begin and end. */
const SESSION_POOL_SIZE = 8;
/**
 * A statement that waits longer for a lock fails: a call gets a 503, and a job is tried again. So a call that waits for one row does
 * not hold the rows that it has locked for long.
 */
const LOCK_TIMEOUT_MS = 5_000;
/** A device gets its 503 sooner, so that a few locked pages do not occupy all connections. */
const DEVICE_LOCK_TIMEOUT_MS = 3_000;

/** Opens the connection pools of a process. Calls `onOpened` for each, so that the caller can close those that are open when a later one fails. */
export async function openDatabases(
  url: string,
  { databaseDirectUrl: directUrl, databaseReadUrl: readUrl }: Pick<Config, 'databaseDirectUrl' | 'databaseReadUrl'>,
  onLostConnection: (error: Error) => void,
  onOpened: (close: () => Promise<void>) => void,
): Promise<Databases> {
  const open = async (...[address, options]: Parameters<typeof openDatabase>): Promise<Db> => {
    const db = await openDatabase(address, { lockTimeoutMs: LOCK_TIMEOUT_MS, onLostConnection, ...options });
    onOpened(() => closeDatabase(db));
    return db;
  };
  const isPooled = directUrl !== null;
  const db = await open(url, { isPooled, poolSize: POOL_SIZE });
  return {
    db,
    sessionDb: isPooled ? await open(directUrl, { poolSize: SESSION_POOL_SIZE, keptOpen: 0 }) : db,
    deviceDb: await open(url, {
      isPooled,
      lockTimeoutMs: DEVICE_LOCK_TIMEOUT_MS,
      applicationName: 'flyerdeck-devices',
    }),
    searchDb: await open(readUrl ?? url, {
      isPooled: isPooled && readUrl === null,
      poolSize: SEARCH_POOL_SIZE,
      keptOpen: 0,
      hasLowPriority: true,
      applicationName: 'flyerdeck-searches',
    }),
  };
}
