import { sql } from './statement.ts';

export const readServerVersion = sql<{ number: number; name: string }>(
  `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS name`,
);

export const findTables = sql<{ name: string }>(
  `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations' LIMIT 1`,
);

/** The schema with which the database was created, or to which migrations have brought it, then the migrations. */
export const readMigrations = sql<{ name: string }>('SELECT name FROM migrations ORDER BY timestamp');

/** The row of the schema is the first one. */
export const recordSchema = sql<never, [name: string]>(
  `WITH former AS (DELETE FROM migrations WHERE timestamp = 0)
   INSERT INTO migrations (timestamp, name) VALUES (0, $1)`,
);
