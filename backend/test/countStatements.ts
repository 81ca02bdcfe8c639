import { poolOf } from '../src/database/pool.ts';
import type { Db } from '../src/database/statement.ts';

interface Connection {
  readonly database?: string;
}

/**
 * Number of statements that reach the database while `work` runs, from any connection. Test files share the packages of their jest
 * worker, so what an earlier file left running may use other databases meanwhile.
 */
export async function countStatements(db: Db, work: () => Promise<unknown>): Promise<number> {
  const client = await poolOf(db).connect();
  const { database } = client as Connection;
  const prototype = Object.getPrototypeOf(client) as { query: (...args: unknown[]) => unknown };
  client.release();
  const original = prototype.query;
  let statements = 0;
  prototype.query = function (this: Connection, ...args: unknown[]) {
    if (this.database === database) statements += 1;
    return original.apply(this, args);
  };
  try {
    await work();
  } finally {
    prototype.query = original;
  }
  return statements;
}
