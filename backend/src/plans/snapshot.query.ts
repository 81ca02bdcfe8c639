import { sql } from '../database/statement.ts';

/**
 * All statements of a plan see the same moment. A statement ends after $1 ms, or soon after its connection was lost, which only
 * Linux can notice. It uses one processor.
 */
export const beginSnapshot = sql('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
export const limitStatements = sql<Record<string, string>, [timeoutMs: string]>(
  `SELECT set_config('statement_timeout', $1, true), set_config('max_parallel_workers_per_gather', '0', true),
     set_config('client_connection_check_interval', CASE WHEN version() LIKE '%linux%' THEN '500' ELSE '0' END, true)`,
);
export const endSnapshot = sql('COMMIT');
