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
