import { OperatorError } from '../../operatorError.ts';
import { readBooks } from '../books/books.query.ts';
import { withCommandDatabase } from '../commandDatabase.ts';
import { type Command, print } from './command.ts';

const SETTINGS = /^(DATABASE_(DIRECT_)?URL|DATA_DIR)$/;
const MAX_PRINTED = 1_000;

export const BOOKS_COMMANDS: Readonly<Record<string, Command>> = {
  books: {
    usage: '',
    description: 'checks that every credit and every count is explained, and lists the rows that are not',
    takes: [0, 0],
    async run() {
      const { deviations, deviations_count: found } = await withCommandDatabase(
        SETTINGS,
        (db) => readBooks(db, { limit: MAX_PRINTED }),
        { readOnly: true, mayShare: true },
      );
      for (const { rule, ids, expected, found } of deviations)
        print(`${rule.padEnd(7)}  ${ids}: expected ${expected}; found ${found}`);
      if (found > 0) throw new OperatorError(`The books do not explain ${found === 1 ? '1 row' : `${found} rows`}.`);
      print('The books explain 100 %.');
    },
  },
};
