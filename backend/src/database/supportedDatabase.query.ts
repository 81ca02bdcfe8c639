import { sql } from './statement.ts';

export const readServerVersion = sql<{ number: number; name: string }>(
  `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS name`,
);

export const hasTable = sql<{ exists: boolean }, [name: string]>(
  `SELECT to_regclass('public.' || $1) IS NOT NULL AS exists`,
);

export const findTables = sql<{ name: string }>(
  `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations' LIMIT 1`,
);

export const readOldestProgram = sql<{ oldest_program: string }>('SELECT oldest_program FROM schema_compatibility');
