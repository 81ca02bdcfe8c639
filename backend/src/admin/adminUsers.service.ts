import type { AdminActWord, AdminUserUpdate } from '@flyerdeck/contracts';
import type { EntityManager } from 'typeorm';
import { endSessionsOf } from '../auth/auth.service.ts';
import { conflict } from '../http/errors.ts';
import { recordAct } from './acts.service.ts';
import { lockForAct } from './lockForAct.ts';
import { USER_COLUMNS, type UserRow } from './users.query.ts';

export interface Acting {
  readonly adminId: string;
  /** Of whom it is done to. */
  readonly telegramId: string;
}

type FlagAct = Extract<AdminActWord, 'promoted' | 'demoted' | 'activated' | 'deactivated'>;

export interface ChangedUser {
  readonly user: UserRow;
  /** Null where the flag already had that value. */
  readonly act: FlagAct | null;
}

const actOf = (column: 'is_active' | 'is_admin', value: boolean): FlagAct => {
  if (column === 'is_admin') return value ? 'promoted' : 'demoted';
  return value ? 'activated' : 'deactivated';
};

/**
 * Sets one of the two flags. Deactivating a user ends their sessions for good (a trigger on `users`); whoever is let in
 * again signs in anew.
 * Throws as lockForAct does, and 409 admin.own_privileges, admin.own_account.
 */
export async function setUserFlag(
  manager: EntityManager,
  { adminId, telegramId }: Acting,
  update: AdminUserUpdate,
): Promise<ChangedUser> {
  const [column, value] =
    'is_admin' in update ? (['is_admin', update.is_admin] as const) : (['is_active', update.is_active] as const);
  const target = await lockForAct(manager, adminId, telegramId);
  if (!value && target.id === adminId) {
    throw column === 'is_admin'
      ? conflict('admin.own_privileges', 'You cannot remove your own admin privileges')
      : conflict('admin.own_account', 'You cannot deactivate your own account');
  }
  if (target[column] === value) return { user: target, act: null };
  const [[user]] = await manager.query<[UserRow[], number]>(
    `UPDATE users SET ${column} = $2 WHERE id = $1 RETURNING ${USER_COLUMNS}`,
    [target.id, value],
  );
  if (!user) throw new Error('a locked row is gone');
  const act = actOf(column, value);
  await recordAct(manager, { adminId, targetId: target.id, act });
  return { user, act };
}

/** Signs a user out everywhere; answers how many sessions that were. Throws as lockForAct does. */
export async function endUserSessions(
  manager: EntityManager,
  { adminId, telegramId }: Acting,
): Promise<{ ended: number; targetId: string }> {
  const target = await lockForAct(manager, adminId, telegramId);
  const sessions = await endSessionsOf(manager, target.id);
  if (sessions > 0)
    await recordAct(manager, { adminId, targetId: target.id, act: 'sessions_ended', details: { sessions } });
  return { ended: sessions, targetId: target.id };
}
