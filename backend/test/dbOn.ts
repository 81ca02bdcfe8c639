import type { Db } from '../src/database/statement.ts';

/** A `Db` that runs its statements on the given connection, or on any object with `query`. */
export const dbOn = (connection: { query: unknown }): Db =>
  ({ queryRunner: { connect: async () => connection } }) as unknown as Db;
