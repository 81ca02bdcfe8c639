import { sql } from '../database/statement.ts';

/**
 * The user of a Telegram account, created where there is none; the names become Telegram's. Of concurrent calls one inserts and
 * the others wait for it.
 */
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

/** Makes a user an admin for ADMIN_TELEGRAM_IDS, once; a row where they were no admin before. */
export const promoteOnce = sql<{ promoted: true }, [userId: string]>(
  `WITH before AS (
     SELECT id, is_admin FROM users WHERE id = $1 AND NOT admin_by_setting FOR NO KEY UPDATE
   ),
   promoted AS (
     UPDATE users u SET is_admin = true, admin_by_setting = true FROM before WHERE u.id = before.id
   )
   INSERT INTO admin_acts (target_id, act) SELECT id, 'promoted' FROM before WHERE NOT is_admin RETURNING true AS promoted`,
);
