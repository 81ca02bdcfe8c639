import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backUp } from '../backup/backup.ts';
import { ERASED_ACCOUNTS } from '../backup/erasedAccountsFile.ts';
import type { BackupManifest } from '../backup/readBackup.ts';
import { restore } from '../backup/restore.ts';
import { withCommandDatabase } from '../commandDatabase.ts';
import { type Command, print } from './command.ts';

const SETTINGS = /^(DATABASE_(DIRECT_)?URL|DATA_DIR)$/;

const report = ({ tables, made_at }: BackupManifest, what: string) => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  print(`${rows} rows of ${tables.length} tables, as of ${made_at}, are ${what}.`);
};

export const BACKUP_COMMANDS: Readonly<Record<string, Command>> = {
  backup: {
    usage: 'FOLDER',
    description: 'copies all data into a new or empty folder; the database may be a hot standby',
    takes: [1, 1],
    run: ([folder = '']) =>
      withCommandDatabase(SETTINGS, async (db) => report(await backUp(db, folder), `backed up in ${folder}`), {
        readOnly: true,
        mayShare: true,
      }),
  },
  restore: {
    usage: 'FOLDER',
    description: 'restores a backup into a database in which no user has signed in yet',
    takes: [1, 1],
    async run([folder = '']) {
      await withCommandDatabase(SETTINGS, async (db) => report(await restore(db, folder), `restored from ${folder}`));
      const list = join(folder, '..', ERASED_ACCOUNTS);
      if (existsSync(list)) print(`Now erase the accounts again that were erased since: flyerdeck erase-again ${list}`);
    },
  },
  migrate: {
    usage: '',
    description: 'applies the missing migrations, as each start of Flyerdeck does; concurrent runs wait for each other',
    takes: [0, 0],
    // `withCommandDatabase` has applied them.
    run: () => withCommandDatabase(SETTINGS, async () => print('The database is up to date.')),
  },
};
