import { poolOf } from './pool.ts';
import { type Db, sql } from './statement.ts';

/** Arbitrary. All processes use the same ones. */
const LOCKS = { telegramPolling: 7_203_117, backup: 7_203_118, testRestore: 7_203_119 } as const;

/** `lost` aborts when the connection that holds the lock is lost, which releases the lock. Returns whether `work` ran. */
export async function withProcessLock(
  db: Db,
  lock: keyof typeof LOCKS,
  work: (lost: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const client = await poolOf(db).connect();
  let isLocked = false;
  try {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      LOCKS[lock],
    ]);
    isLocked = rows[0]?.locked ?? false;
    if (!isLocked) return false;
    const loss = new AbortController();
    client.once('end', () => loss.abort());
    await work(loss.signal);
    return true;
  } finally {
    if (isLocked) await client.query('SELECT pg_advisory_unlock($1)', [LOCKS[lock]]).catch(() => undefined);
    // Closed, in case the lock could not be released.
    client.release(isLocked);
  }
}

const waitLonger = sql("SET LOCAL lock_timeout = '60s'");
const lock = sql('SELECT pg_advisory_xact_lock(7203116)');

/** Held until the transaction ends. The number is arbitrary. */
export async function takeMigrationLock(db: Db): Promise<void> {
  await waitLonger(db, []);
  await lock(db, []);
}

export const readTime = sql<{ now: Date }>('SELECT clock_timestamp() AS now');
