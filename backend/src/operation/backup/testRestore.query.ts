import { type Db, sql } from '../../database/statement.ts';

/** The name has no letter that needs quotes, and no other installation of this server has the same. `role` is quoted. */
export const describeDatabase = sql<{ scratch: string; gigabytes: number; role: string }>(
  `SELECT 'flyerdeck_test_restore_' || oid AS scratch, round(pg_database_size(oid) / 1e9, 2)::float8 AS gigabytes,
     quote_ident(current_user) AS role
   FROM pg_database WHERE datname = current_database()`,
);

export const createDatabase = (db: Db, name: string) =>
  sql(`CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`)(db, []);

export const dropDatabase = (db: Db, name: string) => sql(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)(db, []);
