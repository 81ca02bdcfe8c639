import { parseArgs } from 'node:util';
import { runCommand, withCommandDatabase } from '../commandDatabase.ts';
import type { Db } from '../database/statement.ts';
import { backUp } from './backup.ts';
import { BackupError } from './backupManifest.ts';
import { restore } from './restore.ts';

const USAGE = `npm run backup -- FOLDER     copies all data into a new or empty folder; the database may be a hot standby
npm run restore -- FOLDER    restores a backup into a database in which no user has signed in yet
npm run migrate              applies the missing migrations, as each start of Flyerdeck does; concurrent runs wait for each other
They use the database at DATABASE_URL. Without DATABASE_URL they use the embedded database under DATA_DIR: stop Flyerdeck first.
`;

/** The environment variables that are read. */
const SETTINGS = /^(DATABASE_URL|DATA_DIR)$/;

const print = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const [command = '', folder = ''] = parseArgs({ allowPositionals: true }).positionals;
  const needsFolder = command !== 'migrate';
  const hasFolder = folder !== '';
  if (!['backup', 'restore', 'migrate'].includes(command) || hasFolder !== needsFolder) {
    throw new BackupError(USAGE);
  }
  const run = async (db: Db) => {
    // `withCommandDatabase` has already applied the migrations.
    if (command === 'migrate') return print('The database is up to date.');
    const { tables, made_at } = await (command === 'backup' ? backUp : restore)(db, folder);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    print(
      `${rows} rows of ${tables.length} tables, as of ${made_at}, are ${command === 'backup' ? 'backed up in' : 'restored from'} ${folder}.`,
    );
  };
  await withCommandDatabase(SETTINGS, run, { readOnly: command === 'backup' });
}

await runCommand(main);
