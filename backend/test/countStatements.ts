import { poolOf } from '../src/database/pool.ts';
import type { Db } from '../src/database/statement.ts';

/** Number of statements that reach the database while `work` runs, from any connection. */
export async function countStatements(db: Db, work: () => Promise<unknown>): Promise<number> {
  const client = await poolOf(db).connect();
  const prototype = Object.getPrototypeOf(client) as { query: (...args: unknown[]) => unknown };
  client.release();
  const original = prototype.query;
  let statements = 0;
  prototype.query = function (this: unknown, ...args: unknown[]) {
    statements += 1;
    return original.apply(this, args);
  };
  try {
    await work();
  } finally {
    prototype.query = original;
  }
  return statements;
}
