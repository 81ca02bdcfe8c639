import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from './statement.ts';

/** Serialization failure and deadlock. */
const CONFLICT_CODES = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 4;

/** When Postgres has rolled it back because of a conflict with another transaction. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const code = (error as { code?: string } | null)?.code;
      if (attempt >= MAX_ATTEMPTS || code === undefined || !CONFLICT_CODES.has(code)) throw error;
      // Random, so that the same two transactions do not conflict again.
      await sleep(Math.random() * 20 * attempt);
    }
  }
}

/** Routes and jobs call it, and pass its handle on. */
export const inTransaction = <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> =>
  retryConflicts(() => db.transaction(work));
