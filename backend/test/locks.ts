import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Db } from '../src/database/statement.ts';

/** The sessions of the test's database that wait for a lock. Tables have the same number in all test databases. */
export async function countLockWaits(db: Db): Promise<number> {
  const waiting = await db.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return waiting.length;
}

/** Waits until this number of sessions of the test's database wait for a lock. */
export async function waitForLockWait(db: Db, sessions = 1): Promise<void> {
  while ((await countLockWaits(db)) < sessions) await sleep(5);
}

/** Runs `work` while another transaction has locked the table. */
export async function whileLocked<T>(pool: Pool, table: string, work: () => Promise<T>): Promise<T> {
  const holder = await pool.connect();
  await holder.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  try {
    return await work();
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}

/** Runs `first` without a commit, starts `second`, commits when `second` waits for `locks`, and returns the result of `second`. */
export async function whileUncommitted<T>(
  db: Db,
  first: (on: Db) => Promise<unknown>,
  second: () => Promise<T>,
  locks = 1,
): Promise<T | Error> {
  const runner = db.dataSource.createQueryRunner();
  try {
    await runner.startTransaction();
    await first(runner.manager);
    const waiting = second().catch((error: Error) => error);
    await waitForLockWait(db, locks);
    await runner.commitTransaction();
    return await waiting;
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    await runner.release();
  }
}
