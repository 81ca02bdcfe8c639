import type { Db } from '../src/database/statement.ts';

/** A handle whose statements run on a connection of the test's own, or on whatever else takes them. */
export const dbOn = (connection: { query: unknown }): Db =>
  ({ queryRunner: { connect: async () => connection } }) as unknown as Db;
