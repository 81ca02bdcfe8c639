import type { Db } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';

export type InTransaction<Request> = Request & {
  /** Outside of the transaction, before the answer. */
  afterCommit(work: (db: Db) => unknown): void;
};

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
