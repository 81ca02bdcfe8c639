import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { SitePack } from '@flyerdeck/contracts';
import { runCommand, withCommandDatabase } from '../commandDatabase.ts';
import { inTransaction } from '../database/transaction.ts';
import { OperatorError } from '../operatorError.ts';
import { parseSitePack, publishSitePack, withdrawSitePack } from '../sitePacks/sitePacks.service.ts';

const USAGE = `npm run site-pack -- check FILE       says whether the file is a valid site pack; needs no database
npm run site-pack -- publish FILE     gives the pack to pages of three owners, then of ten, then to all
npm run site-pack -- withdraw FILE    takes the pack of this version back; pages use the one before
The last two use the database at DATABASE_URL. Without DATABASE_URL they use the embedded database under DATA_DIR. Flyerdeck may run.
`;

/** The environment variables that are read. */
const SETTINGS = /^(DATABASE_URL|DATA_DIR)$/;
const SHARED = { mayShare: true };

const COMMANDS: Readonly<Record<string, (pack: SitePack) => Promise<string>>> = {
  check: async ({ version }) => `Version ${version} is a valid site pack.`,
  publish: async (pack) => {
    await withCommandDatabase(SETTINGS, (db) => inTransaction(db, (tx) => publishSitePack(tx, pack)), SHARED);
    return `Version ${pack.version} is published. Pages of three owners try it first.`;
  },
  withdraw: async ({ version }) => {
    await withCommandDatabase(SETTINGS, (db) => inTransaction(db, (tx) => withdrawSitePack(tx, version)), SHARED);
    return `Version ${version} is withdrawn.`;
  },
};

async function main(): Promise<void> {
  const [command = '', file = ''] = parseArgs({ allowPositionals: true }).positionals;
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (!run || file === '') throw new OperatorError(USAGE);
  const text = await readFile(file, 'utf8').catch(() => {
    throw new OperatorError(`The file ${file} can not be read.`);
  });
  process.stdout.write(`${await run(parseSitePack(text))}\n`);
}

await runCommand(main);
