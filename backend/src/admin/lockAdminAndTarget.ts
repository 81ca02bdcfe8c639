import { User } from '../auth/user.entity.ts';
import type { Db } from '../database/statement.ts';
import { forbidden, notFound, unauthorized } from '../http/errors.ts';

export const userNotFound = () => notFound('user.not_found', 'There is no such user.');

/** For the locked row of an admin. Throws 401 auth.deactivated, 403 auth.not_admin. */
export function checkAdmin(admin: Pick<User, 'isActive' | 'isAdmin'> | undefined): void {
  if (!admin?.isActive) throw unauthorized('auth.deactivated', 'Your account is deactivated.');
  if (!admin.isAdmin) throw forbidden('auth.not_admin', 'Only admins may do this.');
}

/**
 * Returns the user that an admin is about to change. Locks the rows of both until the transaction ends, then checks again that
 * the admin is an active admin. If two admins demote each other at the same time, the second one fails this check. Admins can
 * not demote or deactivate themselves, so at least one active admin always remains.
 *
 * The rows are locked in the order of their ids, to prevent deadlocks.
 * Throws 401 auth.deactivated, 403 auth.not_admin, 404 user.not_found.
 */
export async function lockAdminAndTarget(db: Db, adminId: string, telegramId: string): Promise<User> {
  const users = await db.find(User, {
    where: [{ id: adminId }, { telegramId }],
    order: { id: 'ASC' },
    lock: { mode: 'for_no_key_update' },
  });
  checkAdmin(users.find(({ id }) => id === adminId));
  const target = users.find((user) => user.telegramId === telegramId);
  if (!target || target.erasedAt) throw userNotFound();
  return target;
}
