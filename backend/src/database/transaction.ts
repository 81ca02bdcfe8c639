import type { DataSource, EntityManager } from 'typeorm';

const CONFLICTS_OF_TIMING = new Set(['40001', '40P01']);
const TRIES = 4;

/** Runs again what Postgres rolled back only because of its neighbours (deadlock, serialization). `work` must be repeatable. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const code = (error as { code?: string } | null)?.code;
      if (attempt >= TRIES || code === undefined || !CONFLICTS_OF_TIMING.has(code)) throw error;
      // A random pause, so that two that met don't meet again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}

/** One transaction; areas that take part in it get its EntityManager. */
export const inTransaction = <T>(dataSource: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T> =>
  retryConflicts(() => dataSource.transaction(work));
