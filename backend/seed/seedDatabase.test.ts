import { poolOf } from '../src/database/pool.ts';
import { readBooks } from '../src/operation/books/books.query.ts';
import { useTestDatabase } from '../test/testDatabase.ts';
import { seedDatabase } from './seedDatabase.ts';
import { SEED_TERMS } from './vocabulary.ts';

const database = useTestDatabase();
const other = useTestDatabase();
const pool = () => poolOf(database.db);

const POSTINGS = 4_000;
const OPTIONS = { postings: POSTINGS, users: 300, seed: 7, now: new Date('2026-11-21T12:00:00Z') };

beforeAll(() => seedDatabase(pool(), OPTIONS));

async function count(sql: string, on = pool()): Promise<number> {
  const { rows } = await on.query<{ n: string }>(`SELECT count(*) AS n FROM ${sql}`);
  return Number(rows[0]?.n);
}

test('adds the given number of rows, in every status, with the known words', async () => {
  expect(await count('page_postings')).toBe(POSTINGS);
  expect(await count('users')).toBe(300);
  expect(await count(`(SELECT DISTINCT status FROM page_postings WHERE status <> 'posted') s`)).toBe(4);
  expect(await count('page_postings WHERE archived')).toBeGreaterThan(0);
  expect((await count('posting_transitions')) / POSTINGS).toBeGreaterThan(4);
  expect(await count(`page_postings WHERE created_at < '2026-11-14'`)).toBeGreaterThan(0.8 * POSTINGS);
  const tasks = await count('tasks');
  const common = await count(`tasks WHERE description LIKE '%${SEED_TERMS.common.word}%'`);
  expect(common / tasks).toBeGreaterThan(0.06);
  expect(common / tasks).toBeLessThan(0.2);
  expect(await count(`tasks WHERE description LIKE '%${SEED_TERMS.rare.word}%'`)).toBeGreaterThan(0);
});

test('creates what the books explain', async () => {
  expect(await readBooks(database.db)).toEqual({ deviations_count: 0, deviations: [] });
});

test('creates the same rows for the same seed and time', async () => {
  const on = poolOf(other.db);
  await seedDatabase(on, OPTIONS);
  for (const table of ['users', 'pages', 'tasks', 'page_postings']) {
    const sql = `SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) AS hash FROM ${table} t`;
    expect({ table, rows: (await on.query(sql)).rows }).toEqual({ table, rows: (await pool().query(sql)).rows });
  }
});

test('refuses a database with users', async () => {
  await expect(seedDatabase(pool(), OPTIONS)).rejects.toThrow('This database already has users: seed an empty one.');
  expect(await count('users')).toBe(300);
});
