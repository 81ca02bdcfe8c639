import { buildPage, buildQueuedAssistant, buildUser } from '../../test/factories.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { poolOf } from '../database/pool.ts';
import { claimDueScreenshots } from './pendingScreenshots.query.ts';

const database = useTestDatabase();
const pool = () => poolOf(database.db);
afterEach(() => pool().query('DELETE FROM pending_screenshots'));

/** The name of the owner of each posting. */
const owners = new Map<string, string>();

/** Creates a user with fifty flyers for one page. `post` queues screenshots of the next postings. */
async function createPoster(name: string) {
  const { db } = database;
  const { id: ownerId } = await buildUser(db);
  const pages = [await buildPage(db, ownerId)];
  await buildQueuedAssistant(db, ownerId, { pages, flyers: Array(50).fill('Flyer') });
  const { rows: waiting } = await pool().query<{ id: string }>('SELECT id FROM page_postings WHERE owner_id = $1', [
    ownerId,
  ]);
  return {
    /** Each screenshot is queued in a separate transaction. */
    async post(count = 1): Promise<void> {
      for (const { id } of waiting.splice(0, count)) {
        owners.set(id, name);
        await pool().query('INSERT INTO pending_screenshots (posting_id) VALUES ($1)', [id]);
      }
    },
  };
}

/** Takes the next screenshots and returns their owners. With `done` each one is completed before the next is taken. */
async function nextOwners(count: number, { done = true } = {}): Promise<string[]> {
  const names: string[] = [];
  for (let taken = 0; taken < count; taken++) {
    const [due] = await claimDueScreenshots(database.db, [1]);
    if (!due) throw new Error('nothing is due');
    names.push(owners.get(due.posting_id) ?? '');
    if (done) await pool().query('DELETE FROM pending_screenshots WHERE posting_id = $1', [due.posting_id]);
  }
  return names;
}

test('the screenshot of one user does not wait for forty earlier ones of another user', async () => {
  const [anna, bo] = [await createPoster('anna'), await createPoster('bo')];
  await anna.post(40);
  expect(await nextOwners(2, { done: false })).toEqual(['anna', 'anna']);
  await bo.post();
  expect(await nextOwners(1)).toEqual(['bo']);
});

test('users with many screenshots take turns, also users whose first screenshot comes later', async () => {
  const [anna, bo, cleo] = [await createPoster('anna'), await createPoster('bo'), await createPoster('cleo')];
  await anna.post(10);
  expect(await nextOwners(5)).toEqual(Array(5).fill('anna'));
  await bo.post(4);
  expect((await nextOwners(4)).sort()).toEqual(['anna', 'anna', 'bo', 'bo']);
  await cleo.post(2);
  expect((await nextOwners(6)).sort()).toEqual(['anna', 'anna', 'bo', 'bo', 'cleo', 'cleo']);
});

test('a user whose screenshots were made alone for long still takes turns with a later user', async () => {
  const [anna, bo] = [await createPoster('anna'), await createPoster('bo')];
  await anna.post(30);
  await nextOwners(28);
  await bo.post(20);
  expect((await nextOwners(4)).sort()).toEqual(['anna', 'anna', 'bo', 'bo']);
});

test('screenshots of one user are made in their order', async () => {
  const anna = await createPoster('anna');
  await anna.post(12);
  const { rows } = await pool().query<{ posting_id: string }>(
    'SELECT posting_id FROM pending_screenshots ORDER BY try_after',
  );
  const taken: string[] = [];
  for (const _ of rows) taken.push(...(await claimDueScreenshots(database.db, [1])).map((due) => due.posting_id));
  expect(taken).toEqual(rows.map((row) => row.posting_id));
});
