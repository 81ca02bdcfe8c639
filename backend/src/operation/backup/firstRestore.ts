import { createHmac, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as contract from '@flyerdeck/contracts';
import type { AppContext } from '../../context.ts';
import { type Db, sql } from '../../database/statement.ts';
import { conflict, forbidden } from '../../server/http/errors.ts';
import type { EndpointRouter } from '../../server/http/mountEndpoint.ts';
import { eraseAgain } from '../commands/accountCommands.ts';
import { newestWithUsers } from './backupFolder.ts';
import { ERASED_ACCOUNTS } from './erasedAccountsFile.ts';
import { BackupError } from './readBackup.ts';
import { hasUsers, restore } from './restore.ts';

/** A new installation offers on its first screen to restore a backup. Nobody can have signed in yet, so a code in the server's log proves the operator. */

/** What was posted after the backup would be posted again. */
const pausePosting = sql('UPDATE users SET is_posting_active = false WHERE is_posting_active');

type Parts = Pick<AppContext, 'config' | 'db' | 'logger'>;

/** The same in all processes of an installation. */
const codeOf = (erasureKey: string): string =>
  createHmac('sha256', erasureKey).update('restore a backup').digest('hex').slice(0, 24);

/** Null when somebody has signed in, and without a backup or a secret. */
async function offeredBackup({ config, db }: Parts): Promise<{ folder: string; name: string; made_at: string } | null> {
  if (!config.backups || config.erasureKey === '' || (await hasUsers(db))) return null;
  const newest = await newestWithUsers(config.backups.folder);
  return newest && { folder: config.backups.folder, ...newest };
}

/** For index.html: the time of the offered backup. The code is logged when the first screen is opened, because the backups may be copied to a server that runs. */
export function restoreOffer(parts: Parts): () => Promise<string | null> {
  let isOver = false;
  let isLogged = false;
  return async () => {
    if (isOver) return null;
    // The page is served while Postgres does not answer, too.
    const offered = await offeredBackup(parts).catch(() => null);
    if (!offered) {
      isOver = await hasUsers(parts.db).catch(() => false);
      return null;
    }
    if (!isLogged) {
      const code = codeOf(parts.config.erasureKey);
      parts.logger.warn({ code, backup: offered.name }, 'nobody has signed in yet: this code restores the backup');
    }
    isLogged = true;
    return offered.made_at;
  };
}

export function mountFirstRestore(endpoints: EndpointRouter, context: AppContext): void {
  const { config, db, logger } = context;

  endpoints.mount(contract.restoreBackup, async ({ body }) => {
    const offered = await offeredBackup(context);
    if (!offered)
      throw conflict('restore.not_possible', 'Somebody has signed in, or there is no backup in BACKUP_DIR.');
    const expected = codeOf(config.erasureKey);
    const given = Buffer.from(body.proof);
    const isCode = given.length === expected.length && timingSafeEqual(given, Buffer.from(expected));
    if (!isCode) throw forbidden('restore.wrong_code', 'This is not the code in the log of the server.');
    const list = join(offered.folder, ERASED_ACCOUNTS);
    const finish = async (db: Db) => {
      await pausePosting(db, []);
      if (existsSync(list)) await eraseAgain(db, config, list);
    };
    const { made_at } = await restore(db, join(offered.folder, offered.name), { finish }).catch((error) => {
      throw error instanceof BackupError ? conflict('restore.not_possible', error.message) : error;
    });
    logger.warn({ backup: offered.name }, 'a backup was restored on the first screen');
    return { made_at };
  });
}
