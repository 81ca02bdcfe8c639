import { poolOf } from '../database/pool.ts';
import type { Db } from '../database/statement.ts';

/** An arbitrary number. All processes use the same one. */
const POLLING_LOCK = 7_203_117;

/**
 * Runs `work` unless another process runs it. Only one process may poll Telegram, because two would abort each other's requests.
 * `lost` aborts when the connection that holds the lock is lost, which releases the lock. Returns whether `work` ran.
 */
export async function withPollingLock(db: Db, work: (lost: AbortSignal) => Promise<void>): Promise<boolean> {
  const client = await poolOf(db).connect();
  let isLocked = false;
  try {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      POLLING_LOCK,
    ]);
    isLocked = rows[0]?.locked ?? false;
    if (!isLocked) return false;
    const loss = new AbortController();
    client.once('end', () => loss.abort());
    await work(loss.signal);
    return true;
  } finally {
    // With the lock, the connection is closed, which releases the lock.
    client.release(isLocked);
  }
}
