import { readConfig } from '../../config.ts';
import type { Db } from '../../database/statement.ts';
import { sentenceOf } from '../../faults.ts';
import { OperatorError } from '../../operatorError.ts';
import { withCommandDatabase } from '../commandDatabase.ts';
import { type Check, faultsOf } from '../doctor/check.ts';
import { allChecks } from '../doctor/doctor.ts';
import { type Command, print } from './command.ts';

const SETTINGS = /^(DATABASE_(DIRECT_)?URL|DATA_DIR)$/;

export const DOCTOR_COMMANDS: Readonly<Record<string, Command>> = {
  doctor: {
    usage: '',
    description: 'checks settings, Postgres, disk, clock, bot, address and proxies, file store, Chromium and backups',
    takes: [0, 0],
    async run() {
      const config = readConfig(process.env);
      let count = 0;
      const examine = async (db: Db | null, databaseFaults: readonly string[]) => {
        const database: Check = { name: 'Postgres', find: async () => databaseFaults };
        for (const check of [database, ...allChecks(config, db)]) {
          const faults = await faultsOf(check);
          count += faults.length;
          if (faults.length === 0) print(`ok     ${check.name}`);
          for (const fault of faults) print(`FAULT  ${check.name}: ${fault}`);
        }
      };
      await withCommandDatabase(SETTINGS, (db) => examine(db, []), { readOnly: true, mayShare: true }).catch(
        async (error: unknown) => {
          const sentence = sentenceOf(error, config);
          if (sentence === null) throw error;
          await examine(null, [sentence]);
        },
      );
      if (count > 0) throw new OperatorError(count === 1 ? '1 fault was found.' : `${count} faults were found.`);
    },
  },
};
