import type { Pool } from 'pg';
import { TableCopies } from './copyTables.ts';
import { planCampaigns, type SeedSize } from './plan.ts';
import { Random } from './random.ts';
import { FIRST_TELEGRAM_ID, type SeedPicture } from './rows.ts';
import { SEED_TABLES } from './seedTables.ts';
import { UserStory } from './userStory.ts';
import { withoutIndexes } from './withoutIndexes.ts';

/** The first so many people are admins, to sign in as in mock mode. */
const ADMINS = 3;
const USERS_A_STEP = 500;

export class NotEmptyError extends Error {
  constructor() {
    super('This database already holds users: seed an empty one, or say --append to add made-up people beside them.');
    this.name = 'NotEmptyError';
  }
}

export interface SeedOrder extends SeedSize {
  /** Add to what is there. Otherwise a database that holds any user is refused. */
  readonly append: boolean;
  /** Whose bytes are in the file store already. */
  readonly pictures?: readonly SeedPicture[];
  /** Hears how many users are written, now and then. */
  readonly onProgress?: (users: number) => void;
}

/** People, pages, campaigns, postings with their lives, and what all of it cost: the same for the same seed and moment. */
export async function seedDatabase(pool: Pool, order: SeedOrder): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    // Others may sign up while we look: none may come in between.
    await client.query('LOCK TABLE users IN EXCLUSIVE MODE');
    const numberedFrom = await firstNumber(pool, order.append);
    await client.query(`SET LOCAL maintenance_work_mem = '256MB'`);
    await withoutIndexes(client, SEED_TABLES, async () => {
      const copies = new TableCopies(client);
      const random = new Random(order.seed + numberedFrom);
      const plans = planCampaigns(order);
      for (const [index, campaigns] of plans.entries()) {
        const number = numberedFrom + index;
        const plan = { number, campaigns, isAdmin: index < ADMINS, pictures: order.pictures ?? [] };
        new UserStory(copies.write, random, order.now, plan).tell();
        await copies.flush({ all: false });
        if (index % USERS_A_STEP === 0) order.onProgress?.(index);
      }
      await copies.flush({ all: true });
    });
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
  // Neither statistics nor visibility map would be there before autovacuum comes by.
  for (const table of SEED_TABLES) await pool.query(`VACUUM (ANALYZE) ${table}`);
}

/** Where the numbering of people goes on. Throws NotEmptyError. */
async function firstNumber(pool: Pool, append: boolean): Promise<number> {
  const { rows } = await pool.query<{ users: number; numbered: number }>(
    `SELECT count(*)::int AS users, count(*) FILTER (WHERE telegram_id ~ '^2[0-9]{8}$')::int AS numbered FROM users`,
  );
  const { users = 0, numbered = 0 } = rows[0] ?? {};
  if (users > 0 && !append) throw new NotEmptyError();
  if (numbered === 0) return 1;
  const { rows: last } = await pool.query<{ number: number }>(
    `SELECT max(telegram_id::int) - ${FIRST_TELEGRAM_ID} + 1 AS number FROM users WHERE telegram_id ~ '^2[0-9]{8}$'`,
  );
  return last[0]?.number ?? 1;
}
