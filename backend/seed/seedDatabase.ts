import type { Pool } from 'pg';
import { TableCopies } from './copyTables.ts';
import { planCampaigns, type SeedSize } from './plan.ts';
import { Random } from './random.ts';
import { FIRST_TELEGRAM_ID, type SeedImage } from './rows.ts';
import { SEED_TABLES } from './seedTables.ts';
import { UserRows } from './userRows.ts';
import { withoutIndexes } from './withoutIndexes.ts';

/** Number of the first users who are admins, for signing in by mock mode. */
const ADMINS = 3;
const USERS_A_STEP = 500;

export class NotEmptyError extends Error {
  constructor() {
    super('This database already holds users: seed an empty one, or say --append to add made-up people beside them.');
    this.name = 'NotEmptyError';
  }
}

export interface SeedOrder extends SeedSize {
  /** Adds to existing data. Without it, a database with users is refused. */
  readonly append: boolean;
  /** Images that are already in the file store. */
  readonly images?: readonly SeedImage[];
  /** Called from time to time with the number of users written. */
  readonly onProgress?: (users: number) => void;
}

/**
 * Adds users, pages, campaigns, postings with their history, and ledgers. The result is the same for the same seed and
 * time.
 */
export async function seedDatabase(pool: Pool, order: SeedOrder): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    // No other user may be added between the check and the rows.
    await client.query('LOCK TABLE users IN EXCLUSIVE MODE');
    const numberedFrom = await firstNumber(pool, order.append);
    await client.query(`SET LOCAL maintenance_work_mem = '256MB'`);
    await withoutIndexes(client, SEED_TABLES, async () => {
      const copies = new TableCopies(client);
      const random = new Random(order.seed + numberedFrom);
      const plans = planCampaigns(order);
      for (const [index, campaigns] of plans.entries()) {
        const number = numberedFrom + index;
        const plan = { number, campaigns, isAdmin: index < ADMINS, images: order.images ?? [] };
        new UserRows(copies.write, random, order.now, plan).writeAll();
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
  // Autovacuum would create statistics and the visibility map only later.
  for (const table of SEED_TABLES) await pool.query(`VACUUM (ANALYZE) ${table}`);
}

/** The number of the next user. Throws NotEmptyError. */
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
