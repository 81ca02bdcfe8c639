import { sql } from '../database/statement.ts';

/**
 * Locks a user's row until the transaction ends, so that calls that check a limit of this user and then add a row run one after
 * another. Lock rows of pages before, and rows of assistants after (decision 0019).
 */
export const lockUser = sql<never, [userId: string]>('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE');
