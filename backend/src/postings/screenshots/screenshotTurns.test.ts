import { buildPage, buildQueuedAssistant, buildUser } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { poolOf } from '../../database/pool.ts';
import { claimDueScreenshots, postponeScreenshot } from './screenshotWorker.ts';

const database = useTestDatabase();
const pool = () => poolOf(database.db);
afterEach(() => pool().query('DELETE FROM pending_screenshots'));

/** The name of the owner of each posting. */
const owners = new Map<string, string>();

/** Creates a user with flyers for one page. `post` queues screenshots of the next postings. */
async function createPoster(name: string, flyers = 50) {
  const { db } = database;
  const { id: ownerId } = await buildUser(db);
  const pages = [await buildPage(db, ownerId)];
  await buildQueuedAssistant(db, ownerId, { pages, flyers: Array(flyers).fill('Flyer') });
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
    /** In transactions that do not see each other, as of many devices that report at the same time. */
    async postAtOnce(count: number, atATime = 8): Promise<void> {
      for (let left = count; left > 0; left -= atATime) {
        const clients = await Promise.all(Array.from({ length: Math.min(left, atATime) }, () => pool().connect()));
        for (const client of clients) {
          const [{ id }] = waiting.splice(0, 1) as [{ id: string }];
          owners.set(id, name);
          await client.query('BEGIN');
          await client.query('INSERT INTO pending_screenshots (posting_id) VALUES ($1)', [id]);
        }
        for (const client of clients) {
          await client.query('COMMIT');
          client.release();
        }
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

test('the screenshot of one user does not wait for forty earlier ones of another user [S2.4-6]', async () => {
  const [anna, bo] = [await createPoster('anna'), await createPoster('bo')];
  await anna.post(40);
  expect(await nextOwners(2, { done: false })).toEqual(['anna', 'anna']);
  await bo.post();
  // Anna's next one was posted before.
  expect(await nextOwners(2)).toEqual(['anna', 'bo']);
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

/** How many screenshots are taken before the owner's first, by workers with two screenshots in progress each. */
async function takenBefore(name: string, workers: number): Promise<number> {
  const inProgress: string[] = [];
  let before = 0;
  for (;;) {
    const free = inProgress.length < workers * 2;
    const taken = await Promise.all(
      Array.from({ length: free ? workers : 1 }, () => claimDueScreenshots(database.db, [free ? 2 : 1])),
    );
    const due = taken.flat();
    if (due.length === 0) throw new Error('nothing is due');
    inProgress.push(...due.map(({ posting_id }) => posting_id));
    if (due.some(({ posting_id }) => owners.get(posting_id) === name)) return before;
    before += due.length;
    await pool().query('DELETE FROM pending_screenshots WHERE posting_id = $1', [inProgress.shift()]);
  }
}

describe.each([1, 2])('with %i worker(s), the first screenshot of a user', (workers) => {
  /** Fills all places of the workers. */
  const fillWorkers = async () => {
    await Promise.all(Array.from({ length: workers }, () => claimDueScreenshots(database.db, [2])));
  };

  test('waits for at most two of the four hundred that another user posted at the same time [S2.4-6]', async () => {
    const [anna, bo] = [await createPoster('anna', 400), await createPoster('bo')];
    await anna.postAtOnce(400);
    await fillWorkers();
    await bo.post();
    expect(await takenBefore('bo', workers)).toBeLessThanOrEqual(2);
  });

  test('waits for at most two of four hundred that fail and are tried again [S2.4-6]', async () => {
    const [anna, bo] = [await createPoster('anna', 400), await createPoster('bo')];
    await anna.postAtOnce(400);
    for (let tries = 0; tries < 50; tries++) {
      for (const { posting_id } of await claimDueScreenshots(database.db, [2])) {
        await postponeScreenshot(database.db, [posting_id, 0]);
      }
    }
    await bo.post();
    expect(await takenBefore('bo', workers)).toBeLessThanOrEqual(2);
  });
});

test('a user whose first screenshot comes while an old one is stuck does not overtake other users', async () => {
  const [anna, bo, cleo] = [await createPoster('anna'), await createPoster('bo', 300), await createPoster('cleo', 100)];
  await anna.post();
  await nextOwners(1, { done: false });
  await bo.post(300);
  await nextOwners(200);
  await cleo.post(100);
  expect((await nextOwners(4)).sort()).toEqual(['bo', 'bo', 'cleo', 'cleo']);
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

test('a claim takes no more screenshots than asked for, also when Postgres expects a single one', async () => {
  const poster = await createPoster('one');
  await poster.post(1);
  await pool().query('VACUUM ANALYZE pending_screenshots');
  await poster.post(5);
  expect(await claimDueScreenshots(database.db, [2])).toHaveLength(2);
});
