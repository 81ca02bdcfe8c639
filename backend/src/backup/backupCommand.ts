import { parseArgs } from 'node:util';
import { withCommandDatabase } from '../commandDatabase.ts';
import { EmbeddedPostgresError } from '../database/embedded/embeddedPostgresError.ts';
import type { Db } from '../database/statement.ts';
import { backUp } from './backup.ts';
import { BackupError } from './backupManifest.ts';
import { restore } from './restore.ts';

const USAGE = `npm run backup -- FOLDER     everything in the database, or in a replica of it, into a folder that is empty or not there yet
npm run restore -- FOLDER    the same back into a database in which nobody has signed in yet
npm run migrate              brings the database up to date, as every start does; many at once take turns
The database is the one at DATABASE_URL, or the embedded one under DATA_DIR while the product is stopped.
`;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const [act = '', folder = ''] = parseArgs({ allowPositionals: true }).positionals;
  if (!['backup', 'restore', 'migrate'].includes(act) || (folder === '') !== (act === 'migrate')) {
    throw new BackupError(USAGE);
  }
  const run = async (db: Db) => {
    if (act === 'migrate') return say('The database is up to date.');
    const { tables, made_at } = await (act === 'backup' ? backUp : restore)(db, folder);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    say(
      `${rows} rows of ${tables.length} tables, as of ${made_at}, are ${act === 'backup' ? 'in' : 'back from'} ${folder}.`,
    );
  };
  await withCommandDatabase(/^(DATABASE_URL|DATA_DIR)$/, run, { readOnly: act === 'backup' });
}

await main().catch((error: unknown) => {
  const isPlain = error instanceof BackupError || error instanceof EmbeddedPostgresError;
  process.stderr.write(`${isPlain ? error.message : ((error as Error).stack ?? error)}\n`);
  process.exit(1);
});
