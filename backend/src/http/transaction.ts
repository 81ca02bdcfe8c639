import type { Db } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';

type InTransaction<Request> = Request & {
  /** Does `work` once the transaction is committed, outside of it; the answer waits for it. */
  afterCommit(work: (db: Db) => unknown): void;
};

/**
 * Runs an endpoint's handler in one transaction, and again from its start after a conflict. So the handler waits for nothing but
 * the database, and what cannot be rolled back belongs into `afterCommit`.
 *
 *     endpoints.mount(createPreset, transaction(async ({ db, user, body }) => ...));
 */
export const transaction =
  <Request extends { readonly db: Db }, T>(handler: (request: InTransaction<Request>) => Promise<T>) =>
  async (request: Request): Promise<T> => {
    let committed: ((db: Db) => unknown)[] = [];
    const result = await inTransaction(request.db, (db) => {
      committed = [];
      return handler({ ...request, db, afterCommit: (work) => void committed.push(work) });
    });
    for (const work of committed) await work(request.db);
    return result;
  };
