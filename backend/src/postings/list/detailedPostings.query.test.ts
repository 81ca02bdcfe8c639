import { setTimeout as sleep } from 'node:timers/promises';
import { POSTING_SORTS, type PostingSort } from '@flyerdeck/contracts';
import { seedDatabase } from '../../../seed/seedDatabase.ts';
import { SEED_TERMS } from '../../../seed/vocabulary.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { poolOf } from '../../database/pool.ts';
import { countPostings, listPostings, type PostingsPage, pageStatement } from './detailedPostings.query.ts';

const database = useTestDatabase();
const pool = () => poolOf(database.db);
const POSTINGS = 30_000;
const LIMIT = 50;

beforeAll(async () => {
  await seedDatabase(pool(), { postings: POSTINGS, users: 2_000, seed: 3, now: new Date() });
  await vacuumUntilVisible();
});

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
/** The node and the nodes that it reads from, without its CTEs (InitPlan), and without inputs of at most a page (Limit). */
const inputsOf = (plan: Plan): Plan[] =>
  plan['Node Type'] === 'Limit'
    ? []
    : [plan, ...(plan.Plans ?? []).filter((part) => part['Parent Relationship'] !== 'InitPlan').flatMap(inputsOf)];
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

async function planOf(sql: string, values: readonly unknown[]): Promise<Plan> {
  const { rows } = await pool().query(`EXPLAIN (FORMAT JSON) ${sql}`, [...values]);
  return rows[0]['QUERY PLAN'][0].Plan;
}

const isPostings = (node: Plan) => node['Relation Name'] === 'page_postings';
const readsOf = (plan: Plan) => nodesOf(plan).filter(isPostings);
/** True when the node reads the postings of one task, with one error or with one id, and not all archived or open ones. */
const isNarrow = (node: Plan) => nodesOf(node).some((part) => /\b(task_id|id) = /.test(part['Index Cond'] ?? ''));
const planOfPage = (page: Partial<PostingsPage>) => {
  const { text, values } = pageStatement({ page: 1, limit: LIMIT, sort: 'updatedAt', order: -1, ...page });
  return planOf(text, values);
};

test.each(([1, -1] as const).flatMap((order) => [0, 15_000].map((before) => [order, before] as const)))(
  'the default order, %d, reads its index and sorts nothing, after %d rows',
  async (order, before) => {
    const plan = await planOfPage({ order, page: before / LIMIT + 1 });
    const whole = readsOf(plan).filter((node) => !isNarrow(node));
    expect(whole.map((node) => node['Index Name'])).toEqual(['page_postings_by_updated_at']);
    const sorted = nodesOf(plan)
      .filter(({ 'Node Type': type }) => /Sort/.test(type))
      .flatMap(inputsOf)
      .filter(isPostings);
    expect(sorted).toEqual([]);
  },
);

const COLUMNS: Readonly<Record<PostingSort, string>> = {
  status: 'p.status, p.updated_at',
  updatedAt: 'p.updated_at',
  createdAt: 'p.created_at',
  pending: 'p.pending_ms',
  posting: 'p.posting_ms',
  posted: 'p.posted_ms',
  failed: 'p.failed_ms',
  total: 'p.total_ms',
  retries: 'p.retry_count',
  unchanged: `p.status IN ('completed', 'failed'), p.updated_at`,
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
) => listPostings(database.db, { page, limit: LIMIT, search, sort, order, archived });
const totalOf = (search: string, archived = false) => countPostings(database.db, { search, archived });
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

const ONE_SORT: readonly PostingSort[] = ['total'];
describe.each<[string, string, readonly PostingSort[]]>([
  ['no search', '', POSTING_SORTS],
  ['a rare word', SEED_TERMS.rare.word, ONE_SORT],
  ['a word in 0.6 % of the postings', SEED_TERMS.uncommon.word, ONE_SORT],
  ['a word in 12 % of the postings', SEED_TERMS.common.word, POSTING_SORTS],
  ['a page', 'luna.', ONE_SORT],
  ['an error', 'offline', ONE_SORT],
  ['an assistant', 'campaign 3', ONE_SORT],
  ['a word in most postings', 'campaign', ONE_SORT],
  ['a word that is too short for the index', 'on', ONE_SORT],
])('%s', (_, search, sorts) => {
  test.each(sorts)('has an exact total and exact pages in the order of %s', async (sort) => {
    const expected = await expectedIds(sort, `%${search}%`);
    expect(expected.length).toBeGreaterThan(0);
    expect(await totalOf(search)).toBe(expected.length);
    const pages = Math.ceil(expected.length / LIMIT);
    // The longest unchanged posting is the one that changed first.
    if (sort === 'unchanged') expected.reverse();
    const descending = expected.toReversed();
    for (const page of new Set([1, Math.ceil(pages / 2), pages])) {
      const range = [(page - 1) * LIMIT, page * LIMIT] as const;
      expect(idsOf(await pageOf(search, page, { sort }))).toEqual(expected.slice(...range));
      expect(idsOf(await pageOf(search, page, { sort, order: -1 }))).toEqual(descending.slice(...range));
    }
    expect(await pageOf(search, pages + 1, { sort })).toEqual([]);
  });
});
