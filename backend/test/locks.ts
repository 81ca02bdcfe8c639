import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../src/database/statement.ts';

/** Waits until this number of sessions of the test's database wait for a lock. */
export async function waitForLockWait(db: Db, sessions = 1): Promise<void> {
  for (;;) {
    const waiting = await db.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (waiting.length >= sessions) return;
    await sleep(5);
  }
}
