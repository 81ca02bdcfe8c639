import { poolOf } from '../src/database/pool.ts';
import { runCommand, withCommandDatabase } from '../src/operation/commandDatabase.ts';
import { OperatorError } from '../src/operatorError.ts';
import { seedDatabase } from './seedDatabase.ts';

const USAGE = `npm run seed -- POSTINGS
Fills the database at DATABASE_URL, or the embedded one under DATA_DIR while the product is stopped.`;

await runCommand(async () => {
  const postings = Number(process.argv[2]);
  if (!Number.isInteger(postings) || postings < 1) throw new OperatorError(USAGE);
  const users = Math.max(10, Math.round(postings / 10));
  await withCommandDatabase(/^(DATABASE_URL|DATA_DIR)$/, (db) =>
    seedDatabase(poolOf(db), { postings, users, seed: 1, now: new Date() }),
  );
  process.stdout.write('With AUTH_MODE=mock, the Telegram ids 200000001 to 200000003 sign in as admins.\n');
});
