import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findUser } from '../admin/adminUsers.service.ts';
import { AuditEvent } from '../admin/auditEvent.entity.ts';
import { patternOf } from '../admin/userLists.query.ts';
import { User } from '../auth/user.entity.ts';
import { ERASED_ACCOUNTS, erasedUsersIn } from '../backup/erasedAccountsFile.ts';
import { listUnerased } from '../backup/erasures.query.ts';
import { withCommandDatabase } from '../commandDatabase.ts';
import type { Config } from '../config.ts';
import { createHints, type Hint } from '../database/hints.ts';
import type { Db } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import { createLogger } from '../logger.ts';
import { OperatorError, UsageError } from '../operatorError.ts';
import { cancelFewOfPages } from '../postings/cancelPostings.query.ts';
import { eraseAccount } from '../privacy/erasure.ts';
import { endSessions, listAccounts, MAX_LISTED } from './accounts.query.ts';
import { type Command, print } from './command.ts';

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
        const listed = erasedUsersIn(await readFile(file, 'utf8'));
        const unerased = await listUnerased(db, [listed]);
        const users = unerased.map(({ id, telegram_id: telegramId }) => ({ id, telegramId }));
        if (users.length > 0) await eraseAccounts(db, config, users, true);
        print(`${plural(listed.length, 'account')} in ${file}: ${users.length} erased again.`);
      }),
  },
};
