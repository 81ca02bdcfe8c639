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
