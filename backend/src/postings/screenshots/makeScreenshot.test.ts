import { EventEmitter, once } from 'node:events';
import { getImage, pollDevice, reportPosted, reportSubmitting } from '@flyerdeck/contracts';
import type { JobHelpers } from 'graphile-worker';
import sharp from 'sharp';
import { storeImage } from '../../../test/asRoutes.ts';
import { buildPage, buildQueuedAssistant, buildUser } from '../../../test/factories.ts';
import { waitForLockWait } from '../../../test/locks.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { useTestServer } from '../../../test/testServer.ts';
import { poolOf } from '../../database/pool.ts';
import { deleteUnusedBlobs } from '../../files/deleteUnusedBlobs.ts';
import type { FileStore } from '../../files/fileStore.ts';
import { addFlyerFile, checkImage, putImage } from '../../files/files.service.ts';
import { jpeg, photo } from '../../files/images.fixture.ts';
import { readThumbnail } from '../../files/thumbnails.ts';
import { SCHEDULE } from '../../jobs/schedule.ts';
import { createTaskList } from '../../taskList.ts';
import { requeueScreenshots } from '../retry/requeueScreenshots.query.ts';
import { deleteOldScreenshots } from './deleteOldScreenshots.ts';
import { claimDueScreenshots, makeScreenshot, postponeScreenshot } from './screenshotWorker.ts';

describe('making', () => {
  const server = useTestServer();

  type Row = {
    status: string;
    picture_file_id: string | null;
    screenshot_error: string | null;
  };
  type DueRow = { tries: number; waits_seconds: number };

  let png: Buffer;
  let postingId: string;
  let ownerId: string;
  let assistantId: string;

  beforeAll(async () => {
    png = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
  });
  beforeEach(async () => {
    const { db } = server.context;
    const owner = await buildUser(db, { posting: true });
    ownerId = owner.id;
    const page = await buildPage(db, owner.id);
    assistantId = (await buildQueuedAssistant(db, owner.id, { pages: [page] })).id;
    const { json } = await server.call(pollDevice, { as: page.deviceSecret, body: {} });
    if (!json.posting) throw new Error('nothing was handed out');
    const { id, claim_token } = json.posting;
    await server.call(reportSubmitting, { as: page.deviceSecret, params: { id }, body: { claim_token } });
    await server.call(reportPosted, { as: page.deviceSecret, params: { id }, body: { claim_token } });
    postingId = id;
  });

  const posting = async () =>
    (await server.context.pool.query<Row>('SELECT * FROM page_postings WHERE id = $1', [postingId])).rows[0];
  /** The posting's row in the queue of screenshots, or undefined after the screenshot was made or given up. */
  const due = async () =>
    (
      await server.context.pool.query<DueRow>(
        `SELECT tries, extract(epoch FROM try_after - now())::float AS waits_seconds
       FROM pending_screenshots WHERE posting_id = $1`,
        [postingId],
      )
    ).rows[0];
  /** Makes the next try as a worker does. `take` replaces the browser. */
  async function make(take: () => Promise<Buffer>, abortSignal = new AbortController().signal): Promise<void> {
    const { context } = server;
    await context.pool.query('UPDATE pending_screenshots SET try_after = now() WHERE posting_id = $1', [postingId]);
    await context.pool.query('DELETE FROM pending_screenshots WHERE posting_id <> $1', [postingId]);
    for (const taken of await claimDueScreenshots(context.db, [1])) {
      await makeScreenshot(context, { take }, taken, abortSignal);
    }
  }
  const failing = async () => {
    throw new Error('the browser stopped');
  };
  const failIfCalled = async () => {
    throw new Error('no screenshot should be taken here');
  };

  test('a posted posting gets a screenshot of its owner and is completed', async () => {
    await make(async () => png);
    const made = await posting();
    expect(made).toMatchObject({ status: 'completed', screenshot_error: null });
    expect(await due()).toBeUndefined();
    const { rows } = await server.context.pool.query(
      'SELECT owner_id, content_type, width, height FROM files WHERE id = $1',
      [made?.picture_file_id],
    );
    expect(rows).toEqual([{ owner_id: ownerId, content_type: 'image/png', width: 20, height: 10 }]);
  });

  test('after three failed tries the posting is completed without a screenshot and with the error', async () => {
    for (let tries = 0; tries < 3; tries++) await make(failing);
    expect(await posting()).toMatchObject({
      status: 'completed',
      picture_file_id: null,
      screenshot_error: 'The screenshot could not be made: the browser stopped.',
    });
    expect(await due()).toBeUndefined();
  });

  test('a try is counted before it starts, so that a screenshot that crashes its worker is given up', async () => {
    // Taken three times by workers that died.
    for (let tries = 1; tries <= 3; tries++) {
      await server.context.pool.query('UPDATE pending_screenshots SET try_after = now() WHERE posting_id = $1', [
        postingId,
      ]);
      await claimDueScreenshots(server.context.db, [1_000]);
      expect((await due())?.tries).toBe(tries);
    }
    await make(failIfCalled);
    expect(await posting()).toMatchObject({
      status: 'completed',
      screenshot_error: 'The screenshot could not be made: the worker stopped during the last try.',
    });
  });

  test('a new screenshot of a completed posting replaces the error', async () => {
    for (let tries = 0; tries < 3; tries++) await make(failing);
    await requeueScreenshots(server.context.db, assistantId);
    expect(await posting()).toMatchObject({ status: 'completed', screenshot_error: null });
    await make(async () => png);
    expect(await posting()).toMatchObject({
      status: 'completed',
      picture_file_id: expect.any(String),
      screenshot_error: null,
    });
  });
});

describe('turns', () => {
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
});

describe('deletion of old ones', () => {
  const server = useTestServer();
  const query = async <Row>(sql: string, values: unknown[] = []) =>
    (await server.context.db.query(sql, values)) as Row[];
  const DAYS = 90;

  interface Screenshot {
    readonly ownerId: string;
    readonly assistantId: string;
    readonly postingId: string;
    readonly fileId: string;
    readonly bytes: Buffer;
    readonly sha256: string;
  }

  const setAge = (fileId: string, days: number) =>
    query('UPDATE files SET created_at = now() - make_interval(days => $2) WHERE id = $1', [fileId, days]);

  /** A completed posting's screenshot of the given age in days. */
  async function screenshot({ bytes, days = DAYS + 1 }: { bytes?: Buffer; days?: number } = {}): Promise<Screenshot> {
    const { db, files } = server.context;
    const { id: ownerId } = await buildUser(db);
    const pages = [await buildPage(db, ownerId)];
    const { id: assistantId } = await buildQueuedAssistant(db, ownerId, { pages });
    const image = await checkImage(bytes ?? (await photo(90, 60)));
    const fileId = await storeImage(db, files, { ownerId, bytes: image.bytes });
    await query(`UPDATE page_postings SET status = 'completed', picture_file_id = $2 WHERE assistant_id = $1`, [
      assistantId,
      fileId,
    ]);
    const [posting] = await query<{ id: string }>('SELECT id FROM page_postings WHERE assistant_id = $1', [
      assistantId,
    ]);
    await setAge(fileId, days);
    return { ownerId, assistantId, postingId: posting?.id ?? '', fileId, bytes: image.bytes, sha256: image.sha256 };
  }

  const postingOf = async ({ postingId }: Screenshot) => {
    const [row] = await query<{ picture_file_id: string | null; screenshot_error: string | null; updated_at: Date }>(
      'SELECT picture_file_id, screenshot_error, updated_at FROM page_postings WHERE id = $1',
      [postingId],
    );
    return row;
  };
  const hasRow = async (fileId: string) => (await query('SELECT 1 FROM files WHERE id = $1', [fileId])).length === 1;
  const keysOf = async (sha256: string) =>
    (await query<{ key: string }>(`SELECT key FROM blobs WHERE key LIKE '%/' || $1 || '%' ORDER BY 1`, [sha256])).map(
      ({ key }) => key,
    );
  const deleteOld = (batch?: number) => deleteOldScreenshots(server.context.db, DAYS, batch ? { batch } : {});
  const ageUnusedBlobs = () => query(`UPDATE unused_blobs SET delete_after = delete_after - interval '61 minutes'`);
  const deleteBlobs = async (store: FileStore = server.context.files) => {
    await ageUnusedBlobs();
    return deleteUnusedBlobs(server.context.db, store);
  };

  beforeEach(async () => {
    await deleteOld();
    await deleteBlobs();
  });

  test('an old screenshot is deleted with its bytes and thumbnails, its URL returns 404, and its posting has the reason', async () => {
    const old = await screenshot({ bytes: await jpeg(800, 400) });
    await readThumbnail(server.context.files, old.sha256, 160);
    const before = await postingOf(old);

    expect(await deleteOld()).toBe(1);
    const get = () => server.call(getImage, { params: { file_id: old.fileId }, query: {} });
    expect((await get()).status).toBe(404);
    expect(await postingOf(old)).toEqual({
      picture_file_id: null,
      screenshot_error: 'The screenshot was deleted after 90 days.',
      updated_at: before?.updated_at,
    });

    expect(await keysOf(old.sha256)).toHaveLength(2);
    expect(await deleteBlobs()).toBe(1);
    expect(await keysOf(old.sha256)).toEqual([]);
    expect((await get()).status).toBe(404);
  });

  test('the hourly job deletes screenshots older than the setting, and their bytes', async () => {
    const { context } = server;
    const old = await screenshot({ days: 8 });
    const config = { ...context.config, screenshotRetentionDays: 7 };
    const tasks = createTaskList({ ...context, config }, null);
    expect(SCHEDULE.screenshot_retention).toBe('1 hour');
    const runJob = () => tasks.screenshot_retention?.({}, { abortSignal: new AbortController().signal } as JobHelpers);
    await runJob();
    expect((await postingOf(old))?.screenshot_error).toBe('The screenshot was deleted after 7 days.');
    await ageUnusedBlobs();
    await runJob();
    expect(await keysOf(old.sha256)).toEqual([]);
  });

  test('newer screenshots are kept, and all screenshots when the setting is 0', async () => {
    const young = await screenshot({ days: DAYS - 1 });
    const old = await screenshot();
    expect(await deleteOldScreenshots(server.context.db, 0)).toBe(0);
    expect(await deleteOld()).toBe(1);
    expect(await hasRow(young.fileId)).toBe(true);
    expect(await postingOf(young)).toMatchObject({ picture_file_id: young.fileId, screenshot_error: null });
    expect(await hasRow(old.fileId)).toBe(false);
  });

  describe('bytes that are uploaded again are kept', () => {
    const upload = async (old: Screenshot) => {
      const image = await putImage(server.context.files, await checkImage(old.bytes));
      return () => addFlyerFile(server.context.db, old.ownerId, image);
    };
    const expectReadable = async (fileId: string, { bytes }: Screenshot) => {
      const answer = await server.call(getImage, { params: { file_id: fileId }, query: {} });
      expect([answer.status, answer.bytes.equals(bytes)]).toEqual([200, true]);
    };

    test('when the upload starts while the blob is being deleted', async () => {
      const { db, files } = server.context;
      const old = await screenshot();
      await deleteOld();
      const steps = new EventEmitter();
      const isDeleting = once(steps, 'deleting');
      const deleting = deleteBlobs({
        ...files,
        async delete(keys) {
          steps.emit('deleting');
          await once(steps, 'proceed');
          await files.delete(keys);
        },
      });
      await isDeleting;
      const uploading = upload(old);
      await waitForLockWait(db);
      steps.emit('proceed');
      expect(await deleting).toBe(1);
      const finish = await uploading;
      await expectReadable(await finish(), old);
    });
  });
});
