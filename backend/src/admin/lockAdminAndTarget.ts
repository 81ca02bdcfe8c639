import { In } from 'typeorm';
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
 * Returns the users that an admin is about to change, in the order of their ids. Locks their rows and the admin's until the
 * transaction ends, then checks again that the admin is an active admin. If two admins demote each other at the same time, the
 * second one fails this check. Admins can not demote or deactivate themselves, so at least one active admin always remains.
 *
 * The rows are locked in the order of their ids, to prevent deadlocks. A deactivation locks them `pessimistic_write`: it waits for
 * each `submitting` of the users, so that none is accepted after it (postings/keep_owners_of.sql).
 * Throws 401 auth.deactivated, 403 auth.not_admin, 404 user.not_found.
 */
export async function lockAdminAndUsers(
  db: Db,
  adminId: string,
  telegramIds: readonly string[],
  mode: 'for_no_key_update' | 'pessimistic_write' = 'for_no_key_update',
): Promise<User[]> {
  const asked = new Set(telegramIds);
  const users = await db.find(User, {
    where: [{ id: adminId }, { telegramId: In([...asked]) }],
    order: { id: 'ASC' },
    lock: { mode },
  });
  checkAdmin(users.find(({ id }) => id === adminId));
  const targets = users.filter(({ telegramId, erasedAt }) => asked.has(telegramId) && !erasedAt);
  if (targets.length < asked.size) throw userNotFound();
  return targets;
}

/** Of one user. */
export async function lockAdminAndTarget(db: Db, adminId: string, telegramId: string): Promise<User> {
  const [target] = await lockAdminAndUsers(db, adminId, [telegramId]);
  return target as User;
}
