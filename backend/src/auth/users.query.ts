import { createHmac } from 'node:crypto';
import type { Config } from '../config.ts';
import { sql } from '../database/statement.ts';

/** Of concurrent first calls one inserts the row and the others wait for it. */
export const upsertUser = sql<
  { id: string; is_active: boolean },
  [telegramId: string, username: string, firstName: string, lastName: string, language: 'en' | 'ru' | null]
>(
  `INSERT INTO users (telegram_id, username, first_name, last_name, language)
   VALUES ($1, $2, $3, $4, coalesce($5, 'en'))
   ON CONFLICT (telegram_id) DO UPDATE SET
     username = EXCLUDED.username, first_name = EXCLUDED.first_name, last_name = EXCLUDED.last_name,
     language = coalesce($5, users.language)
   RETURNING id, is_active`,
);

/** Works once for each user. A row if the user was not an admin before. */
export const promoteOnce = sql<{ promoted: true }, [userId: string]>(
  `WITH before AS (
     SELECT id, is_admin FROM users WHERE id = $1 AND NOT admin_by_setting FOR NO KEY UPDATE
   ),
   promoted AS (
     UPDATE users u SET is_admin = true, admin_by_setting = true FROM before WHERE u.id = before.id
   )
   INSERT INTO audit_events (target_id, event) SELECT id, 'promoted' FROM before WHERE NOT is_admin RETURNING true AS promoted`,
);

/** The key is not in the database. */
export const erasedIdHash = ({ erasureKey }: Pick<Config, 'erasureKey'>, telegramId: string): Buffer =>
  createHmac('sha256', erasureKey).update(`erased account ${telegramId}`).digest();

export const findErasedId = sql<{ found: true }, [hash: Buffer]>(
  'SELECT true AS found FROM erasures WHERE telegram_id_hash = $1 LIMIT 1',
);
