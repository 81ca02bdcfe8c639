import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from './statement.ts';

const CONFLICTS_OF_TIMING = new Set(['40001', '40P01']);
const TRIES = 4;

/** Repeats `work` after Postgres has rolled it back because of concurrent transactions (deadlock, serialization). */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const code = (error as { code?: string } | null)?.code;
      if (attempt >= TRIES || code === undefined || !CONFLICTS_OF_TIMING.has(code)) throw error;
      // A random pause, so that two transactions do not conflict again.
      await sleep(Math.random() * 20 * attempt);
    }
  }
}

/** One transaction. Routes and jobs open it; services and queries that take part in it get its handle. */
export const inTransaction = <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> =>
  retryConflicts(() => db.transaction(work));
