import type { AdminUserUpdate, BodyOf, setUsersActive as contract } from '@flyerdeck/contracts';
import { In } from 'typeorm';
import { endSessionsOf } from '../accounts/auth/auth.service.ts';
import { User } from '../accounts/auth/user.entity.ts';
import type { Db } from '../database/statement.ts';
import { lockClaims, setPause } from '../postings/claim/claimPause.query.ts';
import { conflict, forbidden, notFound, unauthorized } from '../server/http/errors.ts';
import { recordView } from './audit/auditEvents.query.ts';
import { AuditEvent } from './auditEvent.entity.ts';

const userNotFound = () => notFound('user.not_found', 'There is no such user.');

/** For the locked row of an admin. */
function checkAdmin(admin: Pick<User, 'isActive' | 'isAdmin'> | undefined): void {
  if (!admin?.isActive) throw unauthorized('auth.deactivated', 'Your account is deactivated.');
  if (!admin.isAdmin) throw forbidden('auth.not_admin', 'Only admins may do this.');
}

/**
 * Locks the users in the order of their ids, and checks the locked admin again, so that two admins cannot demote each other.
 * `pessimistic_write` waits for each `submitting` (postings/report/keep_owners_of.sql).
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

export async function lockAdminAndTarget(db: Db, adminId: string, telegramId: string): Promise<User> {
  const [target] = await lockAdminAndUsers(db, adminId, [telegramId]);
  return target as User;
}

/* Each change is recorded as an audit event in its transaction: either both are committed or neither. */

interface Acting {
  readonly adminId: string;
  readonly telegramId: string;
}

/** By flag: the event when it was cleared, and when it was set. */
const FLAG_EVENTS = { isAdmin: ['demoted', 'promoted'], isActive: ['deactivated', 'activated'] } as const;
export type FlagEvent = (typeof FLAG_EVENTS)[keyof typeof FLAG_EVENTS][number];

export async function findUser(db: Db, telegramId: string): Promise<User> {
  const user = await db.findOneBy(User, { telegramId });
  if (!user) throw userNotFound();
  return user;
}

/** Records that the admin reads the data of this user. */
export async function viewUser(db: Db, adminId: string, telegramId: string): Promise<User> {
  const user = await findUser(db, telegramId);
  await recordView(db, [adminId, user.id]);
  return user;
}

/** `event` is null if nothing changed. A trigger ends the sessions of who is deactivated. */
export async function setUserFlag(db: Db, { adminId, telegramId }: Acting, update: AdminUserUpdate) {
  const [flag, value] =
    'is_admin' in update ? (['isAdmin', update.is_admin] as const) : (['isActive', update.is_active] as const);
  const target = await lockAdminAndTarget(db, adminId, telegramId);
  if (!value && target.id === adminId) {
    throw flag === 'isAdmin'
      ? conflict('admin.own_privileges', 'You cannot remove your own admin privileges')
      : conflict('admin.own_account', 'You cannot deactivate your own account');
  }
  if (target[flag] === value) return { user: target, event: null };
  // Waits for each `submitting` of the user, so that none is accepted after a deactivation (postings/report/keep_owners_of.sql).
  await db.findOne(User, { select: { id: true }, where: { id: target.id }, lock: { mode: 'pessimistic_write' } });
  await db.update(User, target.id, { [flag]: value });
  const event = FLAG_EVENTS[flag][value ? 1 : 0];
  await db.insert(AuditEvent, { adminId, targetId: target.id, event });
  return { user: { ...target, [flag]: value }, event };
}

/** Leaves out the admin and users who are so already. Returns the ids of the others. */
export async function setUsersActive(
  db: Db,
  adminId: string,
  { telegram_ids: telegramIds, is_active: isActive }: BodyOf<typeof contract>,
): Promise<string[]> {
  const targets = await lockAdminAndUsers(db, adminId, telegramIds, 'pessimistic_write');
  const users = targets.filter((user) => user.id !== adminId && user.isActive !== isActive).map(({ id }) => id);
  if (users.length === 0) return users;
  await db.update(User, { id: In(users) }, { isActive });
  const event = isActive ? 'users_activated' : 'users_deactivated';
  await db.insert(AuditEvent, { adminId, event, details: { owners: users.length, users } });
  return users;
}

/** Returns the number of ended sessions. */
export async function endUserSessions(db: Db, { adminId, telegramId }: Acting) {
  const { id: targetId } = await lockAdminAndTarget(db, adminId, telegramId);
  const sessions = await endSessionsOf(db, targetId);
  if (sessions > 0) await db.insert(AuditEvent, { adminId, targetId, event: 'sessions_ended', details: { sessions } });
  return { ended: sessions, targetId };
}

/** Returns whether the call changed something. */
export async function changePause(db: Db, adminId: string, sentence: string | null): Promise<boolean> {
  // Before any row: a claim holds this lock while it waits for the row of its owner.
  await lockClaims(db, []);
  const lock = { mode: 'for_no_key_update' } as const;
  checkAdmin((await db.findOne(User, { where: { id: adminId }, lock })) ?? undefined);
  const [changed] = await setPause(db, [adminId, sentence]);
  if (!changed) return false;
  const event = sentence === null ? 'claims_resumed' : 'claims_paused';
  await db.insert(AuditEvent, { adminId, event, details: sentence === null ? {} : { description: sentence } });
  return true;
}
