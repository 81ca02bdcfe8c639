import { User } from '../auth/user.entity.ts';
import type { Db } from '../database/statement.ts';
import { forbidden, notFound, unauthorized } from '../http/errors.ts';

export const userNotFound = () => notFound('user.not_found', 'There is no such user.');

/**
 * The user an admin is about to act on, with the rows of both locked until the transaction ends and the admin looked at once
 * more: of two admins who demote each other at the same moment the second one is none any more when their turn comes. As
 * nobody demotes or deactivates themselves, whoever acted last is still an active admin.
 *
 * In the order of ids, so that two who act on each other wait instead of deadlocking.
 * Throws 401 auth.deactivated, 403 auth.not_admin, 404 user.not_found.
 */
export async function lockForAct(db: Db, adminId: string, telegramId: string): Promise<User> {
  const users = await db.find(User, {
    where: [{ id: adminId }, { telegramId }],
    order: { id: 'ASC' },
    lock: { mode: 'for_no_key_update' },
  });
  const admin = users.find(({ id }) => id === adminId);
  if (!admin?.isActive) throw unauthorized('auth.deactivated', 'Your account is deactivated.');
  if (!admin.isAdmin) throw forbidden('auth.not_admin', 'Only admins may do this.');
  const target = users.find((user) => user.telegramId === telegramId);
  if (!target) throw userNotFound();
  return target;
}
