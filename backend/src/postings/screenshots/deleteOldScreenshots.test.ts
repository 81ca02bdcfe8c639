import { EventEmitter, once } from 'node:events';
import { getImage } from '@flyerdeck/contracts';
import type { JobHelpers } from 'graphile-worker';
import { storeImage } from '../../../test/asRoutes.ts';
import { buildPage, buildQueuedAssistant, buildUser } from '../../../test/factories.ts';
import { waitForLockWait } from '../../../test/locks.ts';
import { useTestServer } from '../../../test/testServer.ts';
import { deleteUnusedBlobs } from '../../files/deleteUnusedBlobs.ts';
import type { FileStore } from '../../files/fileStore.ts';
import { addFlyerFile, checkImage, putImage } from '../../files/files.service.ts';
import { jpeg, photo } from '../../files/images.fixture.ts';
import { readThumbnail } from '../../files/thumbnails.ts';
import { SCHEDULE } from '../../jobs/schedule.ts';
import { createTaskList } from '../../taskList.ts';
import { requeueScreenshots } from '../retry/requeueScreenshots.query.ts';
import { deleteOldScreenshots } from './deleteOldScreenshots.ts';

const server = useTestServer();
const query = async <Row>(sql: string, values: unknown[] = []) => (await server.context.db.query(sql, values)) as Row[];
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
  const [posting] = await query<{ id: string }>('SELECT id FROM page_postings WHERE assistant_id = $1', [assistantId]);
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

test('old flyers and files without a posting are kept', async () => {
  const { db, files } = server.context;
  const old = await screenshot();
  const store = async () => {
    const fileId = await storeImage(db, files, { ownerId: old.ownerId, bytes: await photo(40, 40) });
    await setAge(fileId, 1_000);
    return fileId;
  };
  const flyer = await store();
  await query('UPDATE tasks SET file_id = $2 WHERE assistant_id = $1', [old.assistantId, flyer]);
  const avatar = await store();
  const both = await screenshot();
  await query('UPDATE tasks SET file_id = $2 WHERE assistant_id = $1', [both.assistantId, both.fileId]);
  expect(await deleteOld()).toBe(1);
  expect(await Promise.all([flyer, avatar, both.fileId].map(hasRow))).toEqual([true, true, true]);
  await query('UPDATE tasks SET file_id = NULL WHERE assistant_id = $1', [both.assistantId]);
});

test('a run deletes all batches, two workers share the work, and a second run deletes nothing', async () => {
  const shots: Screenshot[] = [];
  for (let count = 0; count < 7; count++) shots.push(await screenshot());
  expect(await deleteOld(2)).toBe(7);
  expect(await deleteOld(2)).toBe(0);
  for (let count = 0; count < 9; count++) shots.push(await screenshot());
  const [one = 0, two = 0] = await Promise.all([deleteOld(1), deleteOld(1)]);
  // A worker skips rows that the other one has locked, and may then find no other rows.
  expect(one + two + (await deleteOld())).toBe(9);
  expect(await Promise.all([deleteBlobs(), deleteBlobs()]).then(([a, b]) => a + b)).toBe(16);
  for (const { sha256 } of shots) expect(await keysOf(sha256)).toEqual([]);
  expect(await query('SELECT 1 FROM unused_blobs')).toEqual([]);
});

test('an aborted run ends after its current batch', async () => {
  for (let count = 0; count < 3; count++) await screenshot();
  const options = { batch: 1, signal: AbortSignal.abort() };
  expect(await deleteOldScreenshots(server.context.db, DAYS, options)).toBe(1);
  expect(await deleteOld()).toBe(2);
});

test('bytes that two files share are kept until both files are deleted', async () => {
  const bytes = await photo(70, 70);
  const old = await screenshot({ bytes });
  const young = await screenshot({ bytes, days: 1 });
  expect(await deleteOld()).toBe(1);
  expect(await deleteBlobs()).toBe(0);
  expect(await keysOf(old.sha256)).toHaveLength(1);
  await setAge(young.fileId, DAYS + 1);
  expect(await deleteOld()).toBe(1);
  expect(await deleteBlobs()).toBe(1);
  expect(await keysOf(old.sha256)).toEqual([]);
});

test('a blob that the store fails to delete is kept in the list for the next run', async () => {
  const old = await screenshot();
  await deleteOld();
  const failing: FileStore = { ...server.context.files, delete: () => Promise.reject(new Error('no bucket')) };
  await expect(deleteBlobs(failing)).rejects.toThrow('no bucket');
  // As after a crash between the two steps: the store has deleted the blob, and the list still contains it.
  await server.context.files.delete([`original/${old.sha256}`]);
  expect(await deleteBlobs()).toBe(1);
  expect(await query('SELECT 1 FROM unused_blobs')).toEqual([]);
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

  test('when the upload stores them before the screenshot is deleted', async () => {
    const old = await screenshot();
    const finish = await upload(old);
    await deleteOld();
    expect(await deleteUnusedBlobs(server.context.db, server.context.files)).toBe(0);
    const fileId = await finish();
    expect(await deleteBlobs()).toBe(0);
    await expectReadable(fileId, old);
  });

  test('when the upload stores them before the blob is deleted', async () => {
    const old = await screenshot();
    await deleteOld();
    await ageUnusedBlobs();
    const finish = await upload(old);
    expect(await deleteUnusedBlobs(server.context.db, server.context.files)).toBe(0);
    await expectReadable(await finish(), old);
  });

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

test('no delivery job is created, also when the user has requested screenshots', async () => {
  const old = await screenshot();
  await query('UPDATE assistants SET screenshots_requested_at = now() WHERE id = $1', [old.assistantId]);
  await query('DELETE FROM graphile_worker._private_jobs');
  expect(await deleteOld()).toBe(1);
  expect(await query('SELECT 1 FROM graphile_worker._private_jobs')).toEqual([]);
  await query('UPDATE assistants SET screenshots_requested_at = NULL');
});

test('a deleted screenshot can be requested again, and the new one is kept for the same time', async () => {
  const { db, files } = server.context;
  const old = await screenshot();
  await deleteOld();
  expect(await requeueScreenshots(server.context.db, old.assistantId)).toBe(1);
  const fileId = await storeImage(db, files, { ownerId: old.ownerId, bytes: old.bytes });
  await query('UPDATE page_postings SET picture_file_id = $2 WHERE id = $1', [old.postingId, fileId]);
  expect(await deleteOld()).toBe(0);
  await setAge(fileId, DAYS + 1);
  expect(await deleteOld()).toBe(1);
});
