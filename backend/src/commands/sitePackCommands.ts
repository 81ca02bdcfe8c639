import { readFile } from 'node:fs/promises';
import type { SitePack } from '@flyerdeck/contracts';
import { withCommandDatabase } from '../commandDatabase.ts';
import type { Db } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import { OperatorError, UsageError } from '../operatorError.ts';
import { parseSitePack, publishSitePack, undoSitePack } from '../sitePacks/sitePacks.service.ts';
import { type Command, print } from './command.ts';

const SETTINGS = /^(DATABASE_(DIRECT_)?URL|DATA_DIR)$/;
const SHARED = { mayShare: true };

const AUTHOR = { adminId: null };

async function readPack(file: string): Promise<SitePack> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new OperatorError(`The file ${file} can not be read.`);
  });
  return parseSitePack(text);
}

/** Takes `[FILE, telegramId]`; undo has no file. */
const ACTIONS: Readonly<Record<string, (file: string, telegramId: string | undefined) => Promise<string>>> = {
  check: async (file) => `Version ${(await readPack(file)).version} is a valid site pack.`,
  async publish(file, telegramId) {
    const pack = await readPack(file);
    const scope = { ...AUTHOR, telegramId };
    await withCommandDatabase(SETTINGS, (db) => inTransaction(db, (tx) => publishSitePack(tx, pack, scope)), SHARED);
    return `Version ${pack.version} is published to ${pagesOf(telegramId)}.`;
  },
  async undo(_, telegramId) {
    const scope = { ...AUTHOR, telegramId };
    const undo = (db: Db) => inTransaction(db, (tx) => undoSitePack(tx, null, scope));
    const version = await withCommandDatabase(SETTINGS, undo, SHARED);
    return `Undone for ${pagesOf(telegramId)}, which use ${version === null ? 'no site pack' : `version ${version}`} now.`;
  },
};

const pagesOf = (telegramId: string | undefined) =>
  telegramId === undefined ? 'all pages' : `the pages of ${telegramId}`;

export const SITE_PACK_COMMANDS: Readonly<Record<string, Command>> = {
  'site-pack': {
    usage: 'check FILE|publish FILE|undo [--owner TELEGRAM_ID]',
    description:
      'checks a site pack without a database, publishes it to all pages or to those of one owner, or goes one version back',
    takes: [1, 4],
    async run([name = '', ...args]) {
      const act = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
      if (!act) throw new UsageError(`flyerdeck site-pack takes ${Object.keys(ACTIONS).join(', ')}, not '${name}'.`);
      const option = args.indexOf('--owner');
      const [, telegramId, ...more] = option < 0 ? [] : args.splice(option);
      const isComplete = args.length === (name === 'undo' ? 0 : 1) && more.length === 0 && (option < 0 || telegramId);
      if (!isComplete || (name === 'check' && option >= 0))
        throw new UsageError(`Usage: flyerdeck site-pack ${this.usage}`);
      print(await act(args[0] ?? '', telegramId));
    },
  },
};
