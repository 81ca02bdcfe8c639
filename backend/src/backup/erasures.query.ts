import { sql } from '../database/statement.ts';

/** Erased users are never active, and those have an index. */
export const listErasures = sql<{ id: string; erased_at: Date }, [since: Date]>(
  'SELECT id, erased_at FROM users WHERE NOT is_active AND erased_at >= $1 ORDER BY erased_at',
);

/** Users who are not erased because the backup is older. */
export const listUnerased = sql<{ id: string; telegram_id: string }, [userIds: readonly string[]]>(
  'SELECT id, telegram_id FROM users WHERE id = ANY ($1::uuid[]) AND erased_at IS NULL ORDER BY id',
);
