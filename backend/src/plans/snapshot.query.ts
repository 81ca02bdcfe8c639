import { END_WITH_CLIENT } from '../database/search.query.ts';
import { sql } from '../database/statement.ts';

/**
 * All statements of a plan see the same moment. A statement ends after $1 ms, or soon after its connection was lost, which only
 * Linux can notice. It uses one processor.
 */
export const beginSnapshot = sql('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
export const limitStatements = sql<Record<string, string>, [timeoutMs: string]>(
  `SELECT set_config('statement_timeout', $1, true), set_config('max_parallel_workers_per_gather', '0', true),
     ${END_WITH_CLIENT}`,
);
export const endSnapshot = sql('COMMIT');
