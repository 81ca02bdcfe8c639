import { parseArgs } from 'node:util';
import { withCommandDatabase } from '../src/commandDatabase.ts';
import { EmbeddedPostgresError } from '../src/database/embedded/embeddedPostgresError.ts';
import { poolOf } from '../src/database/pool.ts';
import { createFileStore } from '../src/files/createFileStore.ts';
import { NotEmptyError, seedDatabase } from './seedDatabase.ts';
import { storeImages } from './storeImages.ts';

const USAGE = `npm run seed -- --postings 100000 [--users 10000] [--seed 1] [--append]
Fills the database at DATABASE_URL, or the embedded one under DATA_DIR while the product is stopped.
`;
const POSTINGS_A_USER = 10;
const FEWEST_USERS = 10;

const say = (line: string) => process.stdout.write(`${line}\n`);
const whole = (text: string | undefined, fallback: number) => (text === undefined ? fallback : Number(text));

function order() {
  const { values } = parseArgs({
    options: {
      postings: { type: 'string' },
      users: { type: 'string' },
      seed: { type: 'string' },
      append: { type: 'boolean', default: false },
    },
  });
  const postings = whole(values.postings, Number.NaN);
  const users = whole(values.users, Math.max(FEWEST_USERS, Math.round(postings / POSTINGS_A_USER)));
  const seed = whole(values.seed, 1);
  if (![postings, users, seed].every((number) => Number.isInteger(number) && number > 0)) throw new Error(USAGE);
  return { postings, users, seed, append: values.append, now: Date.now() };
}

async function main(): Promise<void> {
  const asked = order();
  await withCommandDatabase(/^(DATABASE_URL|DATA_DIR|S3_\w+)$/, async (db, config) => {
    const startedAt = performance.now();
    const pool = poolOf(db);
    await seedDatabase(pool, { ...asked, images: await storeImages(createFileStore(config, db)) });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    say(`${asked.postings} postings of ${asked.users} users are there after ${seconds} s.`);
    say('With AUTH_MODE=mock, the Telegram ids 200000001 to 200000003 sign in as admins.');
  });
}

await main().catch((error: unknown) => {
  const isPlain = error instanceof NotEmptyError || error instanceof EmbeddedPostgresError;
  const words = error instanceof Error && (isPlain || error.message === USAGE) ? error.message : String(error);
  process.stderr.write(`${words}\n`);
  process.exitCode = 1;
});
