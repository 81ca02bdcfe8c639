import type { EntityManager } from 'typeorm';

/**
 * Holds a user's row until the transaction ends: whoever counts what the user has and adds to it takes turns. Taken after the
 * rows of pages and before those of assistants (decision 0019).
 */
export const lockUser = (manager: EntityManager, userId: string): Promise<unknown> =>
  manager.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
