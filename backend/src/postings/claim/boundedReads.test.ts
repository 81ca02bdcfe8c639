import { fillAccount } from '../../../bench/fillAccount.ts';
import { countReads } from '../../../test/countReads.ts';
import { buildUser } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { listAssistantRows } from '../../assistants/assistants.query.ts';
import { listPagesWithPostings, planPages } from '../../assistants/calendar/calendar.query.ts';
import { listTasksByStatus, listTasksOfAssistant } from '../../assistants/tasks/tasks.query.ts';
import { type Db, sql } from '../../database/statement.ts';
import { countQueue } from '../queue/queue.query.ts';

/*
 * An open dashboard repeats these calls, so their cost must not grow with pending postings or linked pages. Postgres counts how
 * many rows and index entries a call reads. Times would depend on the machine.
 */
const database = useTestDatabase();
const ASSISTANTS = 2;
const FLYERS_EACH = 3;
const FEW_PAGES = 10;
const MANY_PAGES = 2_000;
interface Account {
  readonly id: string;
  readonly assistantId: string;
}

let few: Account;
let many: Account;

/** The same tasks, for more or fewer pages. */
async function buildAccount(pages: number): Promise<Account> {
  const { db } = database;
  const { id } = await buildUser(db);
  const size = { assistants: ASSISTANTS, queued: ASSISTANTS, waiting: 0, flyersEach: FLYERS_EACH };
  await fillAccount(database.pool, id, null, { ...size, pages, pagesEach: pages });
  const [assistant] = await db.query('SELECT id FROM assistants WHERE owner_id = $1 LIMIT 1', [id]);
  return { id, assistantId: assistant.id };
}

beforeAll(async () => {
  few = await buildAccount(FEW_PAGES);
  many = await buildAccount(MANY_PAGES);
});

const readsOf = (table: 'page_postings' | 'pages', call: (db: Db) => Promise<unknown>) =>
  countReads(database.pool, table, call);

it('this test counts the index entries that a call reads', async () => {
  const all = sql(`SELECT count(*) FROM page_postings WHERE status = 'pending'`);
  expect(await readsOf('page_postings', (db) => all(db, []))).toBeGreaterThan(MANY_PAGES);
});

it.each<[string, (db: Db, account: Account) => Promise<unknown>]>([
  ['queue counts', (db, { id }) => countQueue(db, [id])],
  ['the list of all tasks', (db, { id }) => listTasksByStatus(db, id, [])],
  ['the list of tasks in the queue', (db, { id }) => listTasksByStatus(db, id, ['in_queue'])],
  ['the list of tasks in progress', (db, { id }) => listTasksByStatus(db, id, ['pending', 'posting'])],
  ["the list of an assistant's tasks", (db, { id, assistantId }) => listTasksOfAssistant(db, id, assistantId, false)],
  ['the list of assistants', (db, { id }) => listAssistantRows(db, [id, ''])],
])('%s: reads no pages and no postings, with few or many pending postings', async (_what, call) => {
  for (const account of [few, many]) {
    expect(await readsOf('page_postings', (db) => call(db, account))).toBe(0);
    // Planning may look up the ends of an index.
    expect(await readsOf('pages', (db) => call(db, account))).toBeLessThan(FEW_PAGES);
  }
});

it('the plan of all pages: reads the beginning of each queue', async () => {
  const plan = (db: Db) => planPages(db, [many.id]);
  expect(await readsOf('page_postings', plan)).toBeLessThan(20 * MANY_PAGES);
});

it('the pages of a calendar: reads one posting of each page', async () => {
  const list = (db: Db) => listPagesWithPostings(db, [many.id, '2026-01-01', '2026-01-02', null, null, '']);
  expect(await readsOf('page_postings', list)).toBeLessThan(3 * MANY_PAGES);
});
