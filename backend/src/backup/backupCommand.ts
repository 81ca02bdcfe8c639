import { parseArgs } from 'node:util';
import { withCommandDatabase } from '../commandDatabase.ts';
import { EmbeddedPostgresError } from '../database/embedded/embeddedPostgresError.ts';
import type { Db } from '../database/statement.ts';
import { backUp } from './backup.ts';
import { BackupError } from './backupManifest.ts';
import { restore } from './restore.ts';

const USAGE = `npm run backup -- FOLDER     copies the whole database, or a replica of it, into a new or empty folder
npm run restore -- FOLDER    restores a backup into a database in which no user has signed in yet
npm run migrate              applies the missing migrations, as every start does; concurrent runs wait for each other
The database is the one at DATABASE_URL, or the embedded one under DATA_DIR while the product is stopped.
`;

const print = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const [command = '', folder = ''] = parseArgs({ allowPositionals: true }).positionals;
  if (!['backup', 'restore', 'migrate'].includes(command) || (folder === '') !== (command === 'migrate')) {
    throw new BackupError(USAGE);
  }
  const run = async (db: Db) => {
    if (command === 'migrate') return print('The database is up to date.');
    const { tables, made_at } = await (command === 'backup' ? backUp : restore)(db, folder);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    print(
      `${rows} rows of ${tables.length} tables, as of ${made_at}, are ${command === 'backup' ? 'backed up in' : 'restored from'} ${folder}.`,
    );
  };
  await withCommandDatabase(/^(DATABASE_URL|DATA_DIR)$/, run, { readOnly: command === 'backup' });
}

await main().catch((error: unknown) => {
  const isPlain = error instanceof BackupError || error instanceof EmbeddedPostgresError;
  process.stderr.write(`${isPlain ? error.message : ((error as Error).stack ?? error)}\n`);
  process.exit(1);
});
