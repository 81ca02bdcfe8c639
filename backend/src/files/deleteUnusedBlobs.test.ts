import { createHash } from 'node:crypto';
import {
  addToQueue,
  deleteAssistant,
  deleteTask,
  getImage,
  NO_RULES,
  updateAssistant,
  uploadTasks,
} from '@flyerdeck/contracts';
import { flyerForm, makeAssistant } from '../../test/api/flyers.testing.ts';
import { signUp } from '../../test/api/people.testing.ts';
import { storeImage } from '../../test/asRoutes.ts';
import { deviceOf } from '../../test/deviceCalls.ts';
import { buildPage } from '../../test/factories.ts';
import { runJobs } from '../../test/runJobs.ts';
import { useTestServer } from '../../test/testServer.ts';
import { enqueueJob } from '../jobs/enqueue.query.ts';
import { completePosting } from '../postings/report/report.query.ts';
import { checkImage, putImage, storeScreenshot } from './files.service.ts';
import { photo } from './images.fixture.ts';
import { readThumbnail } from './thumbnails.ts';

const server = useTestServer();
const query = async <Row>(sql: string, values: unknown[] = []) => (await server.context.db.query(sql, values)) as Row[];
const shaOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const keysOf = async (bytes: Buffer) =>
  (await query(`SELECT key FROM blobs WHERE key LIKE '%/' || $1 || '%'`, [shaOf(bytes)])).length;
const imageStatus = async (file_id: string, w?: number) =>
  (await server.call(getImage, { params: { file_id }, query: w === undefined ? {} : { w } })).status;

/** Runs the hourly job as if `hours` had passed. */
async function hourlyJob(hours = 1): Promise<void> {
  await query(`UPDATE unused_blobs SET delete_after = delete_after - make_interval(hours => $1, mins => 1)`, [hours]);
  await enqueueJob(server.context.db, 'screenshot_retention', {});
  await runJobs(server);
}

/** A user with one flyer with a picture of its own, and a thumbnail of it. */
async function uploaded() {
  const owner = await signUp(server);
  const { _id: assistantId } = await makeAssistant(server, owner);
  const bytes = await photo(500, 300);
  const { json } = await server.call(uploadTasks, {
    as: owner.as,
    params: { id: assistantId },
    body: flyerForm([bytes]),
  });
  const [task] = json;
  const fileId = task?.file_id ?? '';
  expect([await imageStatus(fileId), await imageStatus(fileId, 160)]).toEqual([200, 200]);
  return { ...owner, assistantId, bytes, taskId: task?._id ?? '', fileId };
}
type Uploaded = Awaited<ReturnType<typeof uploaded>>;

/** Brings the flyer to the point at which a device has claimed it and is about to submit it. */
async function submitting({ as, id: ownerId, assistantId }: Uploaded) {
  const { db, pool } = server.context;
  const page = await buildPage(db, ownerId);
  const posting_rules = { ...NO_RULES, target_pages: [page.guid] };
  await server.call(updateAssistant, { as, params: { id: assistantId }, body: { posting_rules } });
  await server.call(addToQueue, { as, params: { id: assistantId } });
  await pool.query('UPDATE users SET is_posting_active = true WHERE id = $1', [ownerId]);
  const device = deviceOf(db, page);
  const claimed = await device.claim();
  await device.submitting(claimed);
  return { device, claimed };
}

it('deletes the bytes and thumbnails of a removed flyer after an hour, and keeps those of other flyers', async () => {
  const [removed, kept] = [await uploaded(), await uploaded()];
  await server.call(deleteTask, { as: removed.as, params: { id: removed.taskId } });
  await hourlyJob(0);
  expect(await keysOf(removed.bytes)).toBe(2);
  await hourlyJob();
  expect([await keysOf(removed.bytes), await keysOf(kept.bytes)]).toEqual([0, 2]);
  expect([await imageStatus(kept.fileId), await imageStatus(kept.fileId, 160)]).toEqual([200, 200]);
  expect(await query('SELECT 1 FROM unused_blobs')).toEqual([]);
});

it('deletes the bytes of a refused or interrupted upload after an hour', async () => {
  const { as, assistantId } = await uploaded();
  const [first, lost] = [await photo(), await photo()];
  const body = flyerForm([first, Buffer.from('no picture')]);
  expect((await server.call(uploadTasks, { as, params: { id: assistantId }, body })).status).toBe(415);
  await putImage(server.context.files, await checkImage(lost));
  expect([await keysOf(first), await keysOf(lost)]).toEqual([1, 1]);
  await hourlyJob();
  expect([await keysOf(first), await keysOf(lost)]).toEqual([0, 0]);
});

it('deletes a thumbnail that was created while its original was deleted, in the next run', async () => {
  const { files } = server.context;
  const { as, taskId, bytes } = await uploaded();
  await server.call(deleteTask, { as, params: { id: taskId } });
  const slow = {
    ...files,
    async put(...given: Parameters<typeof files.put>) {
      await hourlyJob();
      await files.put(...given);
    },
  };
  await readThumbnail(slow, shaOf(bytes), 320);
  expect(await keysOf(bytes)).toBe(1);
  await hourlyJob();
  expect(await keysOf(bytes)).toBe(0);
});

it('deletes the flyers of a deleted assistant at once and their bytes after an hour, and keeps archived flyers of others', async () => {
  const [deleted, archived] = [await uploaded(), await uploaded()];
  await query('UPDATE tasks SET archived_at = now() WHERE id = $1', [archived.taskId]);
  await server.call(deleteAssistant, { as: deleted.as, params: { id: deleted.assistantId } });
  await runJobs(server);
  expect(await query('SELECT 1 FROM files WHERE owner_id = $1', [deleted.id])).toEqual([]);
  expect(await query('SELECT file_id FROM tasks WHERE id = $1', [deleted.taskId])).toEqual([{ file_id: null }]);
  await hourlyJob();
  expect([await keysOf(deleted.bytes), await keysOf(archived.bytes)]).toEqual([0, 2]);
});

it('keeps a flyer whose assistant is deleted while it is being posted, until its screenshot is made', async () => {
  const { db, files } = server.context;
  const flyer = await uploaded();
  const { device, claimed } = await submitting(flyer);
  await server.call(deleteAssistant, { as: flyer.as, params: { id: flyer.assistantId } });
  await hourlyJob();
  expect(await keysOf(flyer.bytes)).toBe(2);
  await device.posted(claimed);
  await hourlyJob();
  // The screenshot is not made yet and needs the flyer.
  expect(await query('SELECT file_id FROM tasks WHERE id = $1', [flyer.taskId])).toEqual([{ file_id: flyer.fileId }]);
  const screenshotFileId = await storeScreenshot(db, files, { ownerId: flyer.id, bytes: await photo() });
  await completePosting(server.context.db, claimed.id, { screenshotFileId });
  await hourlyJob(0);
  expect([await imageStatus(flyer.fileId), await keysOf(flyer.bytes)]).toEqual([404, 2]);
  await hourlyJob();
  expect(await keysOf(flyer.bytes)).toBe(0);
});

it('deletes a screenshot whose worker died before it was stored in the posting, and keeps an avatar that only a URL refers to', async () => {
  const { db, files } = server.context;
  const { id: ownerId } = await signUp(server);
  const [lost, avatar] = [await photo(), await photo()];
  await storeScreenshot(db, files, { ownerId, bytes: lost });
  const avatarId = await storeImage(db, files, { ownerId, bytes: avatar });
  await query(`UPDATE files SET created_at = now() - interval '2 hours' WHERE owner_id = $1`, [ownerId]);
  await hourlyJob();
  await hourlyJob();
  expect([await keysOf(lost), await keysOf(avatar), await imageStatus(avatarId)]).toEqual([0, 1, 200]);
});

test('deleted bytes count in the daily limit of uploads, because they are on the disk until the job deletes them', async () => {
  const owner = await uploaded();
  const { assistantId, bytes, taskId } = owner;
  const readCounted = async () =>
    (
      await query<{ points: number }>('SELECT points FROM rate_limits WHERE key = $1', [`upload_kilobytes:${owner.id}`])
    )[0]?.points;
  const counted = await readCounted();
  expect(counted).toBe(Math.ceil(bytes.length / 1024));
  expect((await server.call(deleteTask, { as: owner.as, params: { id: taskId } })).status).toBe(204);
  // 4 GB; the test server's limits are a hundred times the product's.
  await server.context.limits.upload_kilobytes.consume(owner.id, 100 * 4 * 1024 ** 2 - (counted ?? 0));
  const form = flyerForm([await photo(333, 222)]);
  const again = await server.call(uploadTasks, { as: owner.as, params: { id: assistantId }, body: form });
  expect([again.status, again.error.code]).toEqual([429, 'rate_limited']);
  expect(Number(again.headers.get('Retry-After'))).toBeGreaterThan(3_600);
  expect(await keysOf(await photo(333, 222))).toBe(0);
});
