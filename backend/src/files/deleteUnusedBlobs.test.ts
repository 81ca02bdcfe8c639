import { createHash } from 'node:crypto';
import { deleteTask, getImage, uploadTasks } from '@flyerdeck/contracts';
import { flyerForm, makeAssistant } from '../../test/api/flyers.testing.ts';
import { signUp } from '../../test/api/people.testing.ts';
import { runJobs } from '../../test/runJobs.ts';
import { useTestServer } from '../../test/testServer.ts';
import { enqueueJob } from '../jobs/enqueue.query.ts';
import { checkImage, putImage } from './files.service.ts';
import { photo } from './images.fixture.ts';

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
