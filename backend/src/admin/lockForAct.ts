import type { EntityManager } from 'typeorm';
import { forbidden, notFound, unauthorized } from '../http/errors.ts';
import { USER_COLUMNS, type UserRow } from './users.query.ts';

export const userNotFound = () => notFound('user.not_found', 'There is no such user.');

/**
 * The user an admin is about to act on, with the rows of both locked until the transaction ends and the admin looked at once
 * more: of two admins who demote each other at the same moment the second one is none any more when their turn comes. As
 * nobody demotes or deactivates themselves, whoever acted last is still an active admin.
 *
 * In the order of ids, so that two who act on each other wait instead of deadlocking.
 * Throws 401 auth.deactivated, 403 auth.not_admin, 404 user.not_found.
 */
export async function lockForAct(manager: EntityManager, adminId: string, telegramId: string): Promise<UserRow> {
  const users: UserRow[] = await manager.query(
    `SELECT ${USER_COLUMNS} FROM users WHERE id = $1 OR telegram_id = $2 ORDER BY id FOR NO KEY UPDATE`,
    [adminId, telegramId],
  );
  const admin = users.find(({ id }) => id === adminId);
  if (!admin?.is_active) throw unauthorized('auth.deactivated', 'Your account is deactivated.');
  if (!admin.is_admin) throw forbidden('auth.not_admin', 'Only admins may do this.');
  const target = users.find(({ telegram_id }) => telegram_id === telegramId);
  if (!target) throw userNotFound();
  return target;
}
