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

async function schemaOf(on = pool()): Promise<string[]> {
  const { rows } = await on.query<{ line: string }>(
    `SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated AS line
     FROM pg_constraint WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT pg_get_indexdef(indexrelid) FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
     WHERE c.relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  return rows.map(({ line }) => line);
}

let schemaBefore: string[];
beforeAll(async () => {
  schemaBefore = await schemaOf();
  await seedDatabase(pool(), OPTIONS);
});

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

test('does not change constraints and indexes', async () => {
  expect(await schemaOf()).toEqual(schemaBefore);
});

// Rules that the product's transactions guarantee. Each statement counts the rows that break one.
const VIOLATIONS: Readonly<Record<string, string>> = {
  'ledger entry whose balance_after is not the sum so far': `(SELECT balance_after,
      sum(amount) OVER (PARTITION BY user_id ORDER BY seq) AS running FROM credit_transactions) l
    WHERE balance_after <> running`,
  'user without exactly one welcome bonus': `users u WHERE 1 <> (
    SELECT count(*) FROM credit_transactions WHERE idempotency_key = 'welcome:' || u.id AND user_id = u.id AND amount = 150)`,
  'post on an unpaid page': `page_postings p WHERE posted_at IS NOT NULL AND NOT EXISTS (
    SELECT FROM credit_transactions c WHERE c.page_guid = p.page_guid AND c.transaction_type = 'spending'
      AND c.created_at <= p.claimed_at)`,
  'posting that is archived without its task, or not archived with it': `page_postings p JOIN tasks t ON t.id = p.task_id
    WHERE p.archived <> (t.archived_at IS NOT NULL)`,
  'posting whose times are not those of its transitions': `page_postings p WHERE pending_ms + posting_ms + posted_ms + failed_ms <>
      (SELECT coalesce(sum(duration_ms), 0) FROM posting_transitions WHERE posting_id = p.id)
    OR total_ms <> pending_ms + posting_ms + posted_ms + failed_ms
    OR total_ms <> round(extract(epoch FROM status_since - created_at) * 1000)`,
  'posting whose visits and status are not those of its transitions': `page_postings p
    WHERE transitions_count <> (SELECT count(*) FROM posting_transitions WHERE posting_id = p.id)
      OR pending_visits + posting_visits + posted_visits + completed_visits + failed_visits <> transitions_count + 1
      OR status <> coalesce(
        (SELECT to_status FROM posting_transitions WHERE posting_id = p.id ORDER BY id DESC LIMIT 1), 'pending')`,
  'transition that does not start where the previous one ended': `(SELECT from_status,
      lag(to_status, 1, 'pending') OVER (PARTITION BY posting_id ORDER BY id) AS before FROM posting_transitions) s
    WHERE from_status <> before`,
  'failure without a reason, or reason without a failure': `page_postings
    WHERE (status = 'failed') <> (error_message IS NOT NULL) OR (status = 'failed') <> (error_code IS NOT NULL)`,
  'posting in flight without a claim, or claim of another posting': `page_postings p FULL JOIN in_flight f ON f.posting_id = p.id
    WHERE (p.status = 'posting') IS DISTINCT FROM (f.posting_id IS NOT NULL)`,
  'posted posting without a pending screenshot': `page_postings p WHERE status = 'posted'
    AND NOT EXISTS (SELECT FROM pending_screenshots WHERE posting_id = p.id)`,
  'duplicate without an original': `page_postings d WHERE is_duplicate AND NOT EXISTS (
    SELECT FROM page_postings o WHERE o.id = d.duplicate_of AND o.task_id = d.task_id AND o.page_guid = d.page_guid)`,
  'time in the future': `page_postings WHERE greatest(created_at, status_since, claimed_at) > '2026-11-21T12:00:00Z'`,
  'posting that is older than its owner or its page': `page_postings p JOIN users u ON u.id = p.owner_id
    JOIN pages g ON g.guid = p.page_guid WHERE p.created_at < u.created_at OR p.created_at < g.linked_at`,
};
for (const [what, sql] of Object.entries(VIOLATIONS)) {
  test(`creates no ${what}`, async () => {
    expect(await count(sql)).toBe(0);
  });
}

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
