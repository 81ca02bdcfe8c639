import { sql } from '../database/statement.ts';

/**
 * Locks a user's row until the transaction ends: calls that count what the user has and add to it take turns. Taken after the
 * rows of pages and before those of assistants (decision 0019).
 */
export const lockUser = sql<never, [userId: string]>('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE');
