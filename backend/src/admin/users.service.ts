import type { AdminUserUpdate } from '@flyerdeck/contracts';
import type { DataSource } from 'typeorm';
import { conflict, notFound } from '../http/errors.ts';
import { USER_COLUMNS, type UserRow } from './users.query.ts';

export const userNotFound = () => notFound('user.not_found', 'There is no such user.');

/**
 * Sets one of the two flags. Sessions of a deactivated user stay, so that their next call is told why it is refused, and a
 * user who is let in again goes on where they were. Throws 404 user.not_found, 409 admin.own_privileges.
 */
export async function setUserFlag(
  dataSource: DataSource,
  { adminTelegramId, telegramId, update }: { adminTelegramId: string; telegramId: string; update: AdminUserUpdate },
): Promise<UserRow> {
  const [column, value] = 'is_admin' in update ? ['is_admin', update.is_admin] : ['is_active', update.is_active];
  if (column === 'is_admin' && !value && telegramId === adminTelegramId) {
    throw conflict('admin.own_privileges', 'You cannot remove your own admin privileges');
  }
  const [[user]] = await dataSource.query<[UserRow[], number]>(
    `UPDATE users SET ${column} = $2 WHERE telegram_id = $1 RETURNING ${USER_COLUMNS}`,
    [telegramId, value],
  );
  if (!user) throw userNotFound();
  return user;
}
