import type { AdminActWord, AdminUserUpdate } from '@flyerdeck/contracts';
import { endSessionsOf } from '../auth/auth.service.ts';
import { User } from '../auth/user.entity.ts';
import type { Db } from '../database/statement.ts';
import { conflict } from '../http/errors.ts';
import { recordAct } from './acts.service.ts';
import { lockForAct, userNotFound } from './lockForAct.ts';

export interface Acting {
  readonly adminId: string;
  /** Of whom it is done to. */
  readonly telegramId: string;
}

type FlagAct = Extract<AdminActWord, 'promoted' | 'demoted' | 'activated' | 'deactivated'>;

export interface ChangedUser {
  readonly user: User;
  /** Null where the flag already had that value. */
  readonly act: FlagAct | null;
}

/** Throws 404 user.not_found. */
export async function findUser(db: Db, telegramId: string): Promise<User> {
  const user = await db.findOneBy(User, { telegramId });
  if (!user) throw userNotFound();
  return user;
}

const actOf = (flag: 'isActive' | 'isAdmin', value: boolean): FlagAct => {
  if (flag === 'isAdmin') return value ? 'promoted' : 'demoted';
  return value ? 'activated' : 'deactivated';
};

/**
 * Sets one of the two flags. Deactivating a user ends their sessions for good (a trigger on `users`); whoever is let in
 * again signs in anew.
 * Throws as lockForAct does, and 409 admin.own_privileges, admin.own_account.
 */
export async function setUserFlag(
  db: Db,
  { adminId, telegramId }: Acting,
  update: AdminUserUpdate,
): Promise<ChangedUser> {
  const [flag, value] =
    'is_admin' in update ? (['isAdmin', update.is_admin] as const) : (['isActive', update.is_active] as const);
  const target = await lockForAct(db, adminId, telegramId);
  if (!value && target.id === adminId) {
    throw flag === 'isAdmin'
      ? conflict('admin.own_privileges', 'You cannot remove your own admin privileges')
      : conflict('admin.own_account', 'You cannot deactivate your own account');
  }
  if (target[flag] === value) return { user: target, act: null };
  await db.update(User, target.id, { [flag]: value });
  const act = actOf(flag, value);
  await recordAct(db, { adminId, targetId: target.id, act });
  return { user: { ...target, [flag]: value }, act };
}

/** Signs a user out everywhere; answers how many sessions that were. Throws as lockForAct does. */
export async function endUserSessions(
  db: Db,
  { adminId, telegramId }: Acting,
): Promise<{ ended: number; targetId: string }> {
  const target = await lockForAct(db, adminId, telegramId);
  const sessions = await endSessionsOf(db, target.id);
  if (sessions > 0) await recordAct(db, { adminId, targetId: target.id, act: 'sessions_ended', details: { sessions } });
  return { ended: sessions, targetId: target.id };
}
