import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { User } from '../../accounts/auth/user.entity.ts';
import { eraseAccount } from '../../accounts/privacy/erasure.ts';
import { findUser } from '../../admin/adminUsers.service.ts';
import { AuditEvent } from '../../admin/auditEvent.entity.ts';
import { patternOf, personMatches } from '../../admin/userLists.query.ts';
import type { Config } from '../../config.ts';
import { createHints, type Hint } from '../../database/hints.ts';
import { type Db, sql } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import { createLogger } from '../../logger.ts';
import { OperatorError, UsageError } from '../../operatorError.ts';
import { cancelFewOfPages } from '../../postings/end/cancelPostings.query.ts';
import { ERASED_ACCOUNTS, erasedUsersIn, listUnerased } from '../backup/erasedAccountsFile.ts';
import { withCommandDatabase } from '../commandDatabase.ts';
import { type Command, print } from './command.ts';

const MAX_LISTED = 50;

/** At most one more than are shown. */
const listAccounts = sql<
  {
    telegram_id: string;
    username: string;
    name: string;
    is_admin: boolean;
    is_active: boolean;
    credits_balance: number;
    pages: number;
    last_login_at: Date | null;
  },
  [pattern: string | null]
>(
  `SELECT u.telegram_id, u.username, trim(u.first_name || ' ' || u.last_name) AS name, u.is_admin, u.is_active,
     u.credits_balance, (SELECT count(*)::int FROM pages WHERE owner_id = u.id AND unlinked_at IS NULL) AS pages,
     u.last_login_at
   FROM users u WHERE u.erased_at IS NULL AND ($1::text IS NULL OR ${personMatches('u', '$1')})
   ORDER BY u.last_login_at DESC NULLS LAST, u.id LIMIT ${MAX_LISTED + 1}`,
);

/** Null: of all users. Recorded in the audit log. */
const endSessions = sql<{ user_id: string; was_valid: boolean }, [userId: string | null]>(
  `WITH ended AS (
     DELETE FROM sessions WHERE $1::uuid IS NULL OR user_id = $1
     RETURNING user_id, expires_at > now() AND ended_at IS NULL AS was_valid
   ), recorded AS (
     INSERT INTO audit_events (target_id, event, details)
     SELECT user_id, 'sessions_ended', jsonb_build_object('sessions', count(*)) FROM ended WHERE was_valid GROUP BY 1
   )
   SELECT user_id, was_valid FROM ended`,
);

const SETTINGS = /^(DATABASE_(DIRECT_)?URL|DATA_DIR|BOT_TOKEN|ERASURE_KEY|BACKUP_DIR)$/;

const onAccounts = <T>(work: (db: Db, config: Config) => Promise<T>) =>
  withCommandDatabase(SETTINGS, work, { mayShare: true });

async function sendHints(db: Db, toSend: readonly Hint[]): Promise<void> {
  const hints = createHints(db, createLogger('silent'));
  for (const hint of toSend) hints.send(hint);
  await hints.flush();
}

async function eraseAccounts(
  db: Db,
  config: Config,
  users: readonly { id: string; telegramId: string }[],
  again = false,
) {
  if (config.erasureKey === '') {
    throw new UsageError(
      'Set ERASURE_KEY or BOT_TOKEN as the server has it: without it, erased people get a second welcome bonus.',
    );
  }
  for (const user of users) {
    // The backup may be older than a demotion. Not in the erasure's transaction, which locks the user after the pages.
    if (again) await db.update(User, user.id, { isAdmin: false });
    const pages = await inTransaction(db, async (db) => {
      const unlinked = await eraseAccount(db, config, user);
      await db.insert(AuditEvent, { adminId: null, targetId: user.id, event: 'erased' });
      return unlinked;
    });
    await cancelFewOfPages(db, pages);
    const toPages = pages.map((page) => ({ kind: 'work', page }) as const);
    await sendHints(db, [
      { kind: 'sessions_ended', owner: user.id },
      { kind: 'deactivated', owner: user.id },
      ...toPages,
    ]);
  }
}

/** Those in this list, or in a log of the server, whom the restored backup has. */
export async function eraseAgain(db: Db, config: Config, file: string): Promise<{ listed: number; erased: number }> {
  const listed = erasedUsersIn(await readFile(file, 'utf8'));
  const unerased = await listUnerased(db, [listed]);
  const users = unerased.map(({ id, telegram_id: telegramId }) => ({ id, telegramId }));
  if (users.length > 0) await eraseAccounts(db, config, users, true);
  return { listed: listed.length, erased: users.length };
}

const plural = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

export const ACCOUNT_COMMANDS: Readonly<Record<string, Command>> = {
  users: {
    usage: '[TEXT]',
    description: 'lists users with this text in their name, username or Telegram id, those who signed in last first',
    takes: [0, 1],
    run: ([text]) =>
      onAccounts(async (db) => {
        const users = await listAccounts(db, [patternOf(text)]);
        for (const user of users.slice(0, MAX_LISTED)) {
          const { telegram_id, username, name, is_admin, is_active, pages, credits_balance, last_login_at } = user;
          print(
            [
              ...[telegram_id, `@${username}`, name, is_admin ? 'admin' : 'user', is_active ? 'active' : 'deactivated'],
              ...[
                plural(pages, 'page'),
                plural(credits_balance, 'credit'),
                last_login_at?.toISOString() ?? 'never signed in',
              ],
            ].join('\t'),
          );
        }
        if (users.length === 0) print('There is no such user.');
        if (users.length > MAX_LISTED) print(`There are more: add a TEXT to search.`);
      }),
  },
  'make-admin': {
    usage: 'TELEGRAM_ID',
    description: 'makes a user who has signed in an admin',
    takes: [1, 1],
    run: ([telegramId = '']) =>
      onAccounts(async (db) => {
        const isNew = await inTransaction(db, async (db) => {
          const { id } = await findUser(db, telegramId);
          const user = await db.findOneOrFail(User, { where: { id }, lock: { mode: 'pessimistic_write' } });
          if (!user.isActive) throw new OperatorError('This user is deactivated. An admin must activate them first.');
          if (user.isAdmin) return false;
          await db.update(User, id, { isAdmin: true });
          await db.insert(AuditEvent, { adminId: null, targetId: id, event: 'promoted' });
          return true;
        });
        print(isNew ? `The user ${telegramId} is an admin now.` : `The user ${telegramId} is an admin already.`);
      }),
  },
  'end-sessions': {
    usage: 'TELEGRAM_ID|all',
    description: 'ends all sessions of a user, or of everybody: they must sign in again',
    takes: [1, 1],
    run: ([whose = '']) =>
      onAccounts(async (db) => {
        const ended = await endSessions(db, [whose === 'all' ? null : (await findUser(db, whose)).id]);
        const owners = new Set(ended.map(({ user_id }) => user_id));
        await sendHints(
          db,
          [...owners].map((owner) => ({ kind: 'sessions_ended', owner })),
        );
        const valid = ended.filter(({ was_valid }) => was_valid).length;
        print(`${plural(valid, 'session')} ended.`);
      }),
  },
  erase: {
    usage: 'TELEGRAM_ID',
    description: 'erases an account, as its owner can do; a worker then deletes the data',
    takes: [1, 1],
    run: ([telegramId = '']) =>
      onAccounts(async (db, config) => {
        await eraseAccounts(db, config, [await findUser(db, telegramId)]);
        print('The account is erased. A worker deletes its data, which takes up to 10 minutes.');
      }),
  },
  'erase-again': {
    usage: '[FILE]',
    description: `after a restore: erases the accounts again that ${ERASED_ACCOUNTS} in BACKUP_DIR, or a log of the server, lists`,
    takes: [0, 1],
    run: ([given]) =>
      onAccounts(async (db, config) => {
        const file = given ?? (config.backups && join(config.backups.folder, ERASED_ACCOUNTS));
        if (!file) throw new UsageError('Give the file with the erased accounts, or set BACKUP_DIR.');
        const { listed, erased } = await eraseAgain(db, config, file);
        print(`${plural(listed, 'account')} in ${file}: ${erased} erased again.`);
      }),
  },
};
