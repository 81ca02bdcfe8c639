import { readFile } from 'node:fs/promises';
import type { SitePack } from '@flyerdeck/contracts';
import { withCommandDatabase } from '../commandDatabase.ts';
import { inTransaction } from '../database/transaction.ts';
import { OperatorError, UsageError } from '../operatorError.ts';
import { parseSitePack, publishSitePack, withdrawSitePack } from '../sitePacks/sitePacks.service.ts';
import { type Command, print } from './command.ts';

/** The settings that are read. */
const SETTINGS = /^(DATABASE_(DIRECT_)?URL|DATA_DIR)$/;
const SHARED = { mayShare: true };

const ACTIONS: Readonly<Record<string, (pack: SitePack) => Promise<string>>> = {
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

export const SITE_PACK_COMMANDS: Readonly<Record<string, Command>> = {
  'site-pack': {
    usage: `${Object.keys(ACTIONS).join('|')} FILE`,
    description: 'checks a site pack without a database, publishes it in stages, or takes it back',
    takes: [2, 2],
    async run([name = '', file = '']) {
      const act = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
      if (!act) throw new UsageError(`flyerdeck site-pack takes ${Object.keys(ACTIONS).join(', ')}, not '${name}'.`);
      const text = await readFile(file, 'utf8').catch(() => {
        throw new OperatorError(`The file ${file} can not be read.`);
      });
      print(await act(parseSitePack(text)));
    },
  },
};
