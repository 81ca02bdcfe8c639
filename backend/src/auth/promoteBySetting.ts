import type { EntityManager } from 'typeorm';

/**
 * Makes a user whom ADMIN_TELEGRAM_IDS lists an admin, the first time they sign in as such: the setting lists the first
 * admins, and whom an admin demotes later does not come back by signing in. In the audit without an admin's name.
 * Answers whether they were made one now.
 */
export async function promoteBySetting(manager: EntityManager, userId: string): Promise<boolean> {
  const promoted = await manager.query<unknown[]>(
    `WITH before AS (
       SELECT id, is_admin FROM users WHERE id = $1 AND NOT admin_by_setting FOR NO KEY UPDATE
     ),
     promoted AS (
       UPDATE users u SET is_admin = true, admin_by_setting = true FROM before WHERE u.id = before.id
     )
     INSERT INTO admin_acts (target_id, act) SELECT id, 'promoted' FROM before WHERE NOT is_admin RETURNING 1`,
    [userId],
  );
  return promoted.length > 0;
}
