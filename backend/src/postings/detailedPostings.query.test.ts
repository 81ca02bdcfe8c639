import { setTimeout as sleep } from 'node:timers/promises';
import { POSTING_SORTS, type PostingSort } from '@flyerdeck/contracts';
import type { PoolClient } from 'pg';
import { seedDatabase } from '../../seed/seedDatabase.ts';
import { SEED_TERMS } from '../../seed/vocabulary.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { poolOf } from '../database/pool.ts';
import { detailedPostingsSql, searchPostings } from './detailedPostings.query.ts';

const database = useTestDatabase();
const pool = () => poolOf(database.db);
const POSTINGS = 30_000;
const LIMIT = 50;

beforeAll(async () => {
  await seedDatabase(pool(), { postings: POSTINGS, users: 2_000, seed: 3, append: false, now: Date.now() });
  await vacuumUntilVisible();
}, 120_000);

/** Runs VACUUM until it marks the rows as visible to all, which it does only once the asynchronous commits are on disk. */
async function vacuumUntilVisible(): Promise<void> {
  for (;;) {
    await pool().query('VACUUM (ANALYZE) page_postings');
    const { rows } = await pool().query(
      `SELECT relallvisible > 0.9 * relpages AS visible FROM pg_class WHERE oid = 'page_postings'::regclass`,
    );
    if (rows[0].visible) return;
    await sleep(200);
  }
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Parent Relationship'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Plan[];
}
/** The node and the nodes that it reads from, without its CTEs (InitPlan). */
const inputsOf = (plan: Plan): Plan[] => [
  plan,
  ...(plan.Plans ?? []).filter((part) => part['Parent Relationship'] !== 'InitPlan').flatMap(inputsOf),
];
const walkPlan = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(walkPlan)];

/** The plan that a server uses for all values, and the plan for the given values. */
const PLAN_MODES = ['force_generic_plan', 'force_custom_plan'] as const;

async function planOf(client: PoolClient, sql: string, values: string, mode: string): Promise<Plan> {
  await client.query(`SET plan_cache_mode = ${mode}`);
  await client.query(`PREPARE tested (boolean, text, int, int) AS ${sql}`);
  try {
    const { rows } = await client.query(`EXPLAIN (FORMAT JSON) EXECUTE tested (${values})`);
    return rows[0]['QUERY PLAN'][0].Plan;
  } finally {
    await client.query('DEALLOCATE tested');
  }
}

const isPostings = (node: Plan) => node['Relation Name'] === 'page_postings';
/** True when the node reads the postings of one task, with one error or with one id, and not all archived or open ones. */
const isNarrow = (node: Plan) =>
  walkPlan(node).some(
    (part) => part['Index Name'] === 'page_postings_by_error' || /\b(task_id|id) = /.test(part['Index Cond'] ?? ''),
  );

describe.each(POSTING_SORTS.flatMap((sort) => (['ASC', 'DESC'] as const).map((order) => [sort, order] as const)))(
  'sorted by %s %s',
  (sort, direction) => {
    test.each([
      ['no search', 'NULL'],
      ['a search', `'%${SEED_TERMS.common.word}%'`],
    ])('never scans or sorts all postings with %s', async (_, pattern) => {
      const client = await pool().connect();
      try {
        for (const mode of PLAN_MODES) {
          const plan = await planOf(
            client,
            detailedPostingsSql(sort, direction, pattern !== 'NULL'),
            `false, ${pattern}, ${LIMIT}, 300`,
            mode,
          );
          const nodes = walkPlan(plan);
          const scans = nodes.filter(isPostings);
          expect(scans.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
          const walks = scans.filter(
            (node) => node['Node Type'] === 'Index Only Scan' || node['Node Type'] === 'Index Scan',
          );
          expect(
            walks.filter((node) => /^page_postings_by_/.test(node['Index Name'] ?? '')).length,
          ).toBeGreaterThanOrEqual(2);
          const sorted = nodes.filter((node) => /Sort/.test(node['Node Type'])).flatMap(inputsOf);
          expect(sorted.filter((node) => isPostings(node) && !isNarrow(node))).toEqual([]);
        }
      } finally {
        client.release(true);
      }
    });
  },
);

const COLUMNS: Readonly<Record<PostingSort, string>> = {
  status: 'p.status, p.status_since',
  updatedAt: 'p.updated_at',
  createdAt: 'p.created_at',
  pending: 'p.pending_ms',
  posting: 'p.posting_ms',
  posted: 'p.posted_ms',
  failed: 'p.failed_ms',
  total: 'p.total_ms',
  retries: 'p.retry_count',
};

/** The ids in the expected order, from a simple query without paging and limits. */
async function expectedIds(sort: PostingSort, pattern: string, archived = false): Promise<string[]> {
  const { rows } = await pool().query<{ id: string }>(
    `SELECT p.id FROM page_postings p JOIN tasks t ON t.id = p.task_id JOIN assistants a ON a.id = p.assistant_id
       JOIN pages g ON g.guid = p.page_guid JOIN users u ON u.id = p.owner_id
     WHERE (t.archived_at IS NOT NULL) = $2 AND (t.description ILIKE $1 OR a.name ILIKE $1 OR g.name ILIKE $1 OR g.username ILIKE $1
       OR g.creator_id ILIKE $1 OR g.guid::text ILIKE $1 OR p.error_message ILIKE $1
       OR u.telegram_id ILIKE $1 OR u.username ILIKE $1 OR u.first_name || ' ' || u.last_name ILIKE $1)
     ORDER BY ${COLUMNS[sort]}, p.id`,
    [pattern, archived],
  );
  return rows.map(({ id }) => id);
}

const pageOf = (
  search: string,
  page: number,
  { sort = 'total' as PostingSort, order = 1 as 1 | -1, archived = false } = {},
) => searchPostings(database.db, { page, limit: LIMIT, search, sort, order, archived });
const idsOf = ({ rows }: { rows: readonly { id: string }[] }) => rows.map(({ id }) => id);

describe('a search with at most 10,000 results', () => {
  const words = [
    SEED_TERMS.rare.word,
    SEED_TERMS.uncommon.word,
    SEED_TERMS.common.word,
    'luna.',
    'offline',
    'campaign 3',
  ];
  test.each(words)("returns all pages in order with an exact total: '%s'", async (word) => {
    const expected = await expectedIds('pending', `%${word}%`);
    expect(expected.length).toBeLessThanOrEqual(10_000);
    expect(expected.length).toBeGreaterThan(0);
    const pages = Math.ceil(expected.length / LIMIT);
    for (const page of new Set([1, Math.ceil(pages / 2), pages])) {
      const found = await pageOf(word, page, { sort: 'pending' });
      expect(found).toMatchObject({ total: expected.length, isEstimate: false });
      expect(idsOf(found)).toEqual(expected.slice((page - 1) * LIMIT, page * LIMIT));
    }
    expect((await pageOf(word, pages + 1)).rows).toEqual([]);
  });

  test('returns archived postings when they are requested', async () => {
    const expected = await expectedIds('total', '%', true);
    const found = await pageOf('', 2, { archived: true });
    expect(found).toMatchObject({ total: expected.length, isEstimate: false });
    expect(idsOf(found)).toEqual(expected.slice(LIMIT, 2 * LIMIT));
  });
});

describe.each([
  ['no search', ''],
  ['a word in most postings', 'campaign'],
  ['a word that is too short for the index', 'on'],
])('a list of more than 10,000 postings: %s', (_, search) => {
  let expected: string[];
  let pages: number;
  beforeAll(async () => {
    expected = await expectedIds('total', `%${search}%`);
    pages = Math.ceil((await pageOf(search, 1)).total / LIMIT);
  });

  test('has an estimated total, marked as such, within 15% of the exact one', async () => {
    const { total, isEstimate } = await pageOf(search, 1);
    expect(expected.length).toBeGreaterThan(10_000);
    expect(isEstimate).toBe(true);
    expect(total / expected.length).toBeGreaterThan(0.85);
    expect(total / expected.length).toBeLessThan(1.15);
  });

  test('has exact first and last pages independent of the estimate, and an empty page after the last one', async () => {
    for (const page of [1, 2, 40, Math.floor(pages / 2)]) {
      expect(idsOf(await pageOf(search, page))).toEqual(expected.slice((page - 1) * LIMIT, page * LIMIT));
    }
    const { total } = await pageOf(search, pages);
    const inLast = total - (pages - 1) * LIMIT;
    expect(idsOf(await pageOf(search, pages))).toEqual(expected.slice(-inLast));
    expect(idsOf(await pageOf(search, pages - 1))).toEqual(expected.slice(-inLast - LIMIT, -inLast));
    expect((await pageOf(search, pages + 1)).rows).toEqual([]);
    const down = [...expected].reverse();
    expect(idsOf(await pageOf(search, 3, { order: -1 }))).toEqual(down.slice(2 * LIMIT, 3 * LIMIT));
  });

  test.each(POSTING_SORTS)('is sorted by %s', async (sort) => {
    const ids = await expectedIds(sort, `%${search}%`);
    expect(idsOf(await pageOf(search, 7, { sort }))).toEqual(ids.slice(6 * LIMIT, 7 * LIMIT));
  });
});
