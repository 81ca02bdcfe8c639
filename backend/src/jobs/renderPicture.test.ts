import { pollDevice, reportPosted, reportSubmitting } from '@flyerdeck/contracts';
import sharp from 'sharp';
import { buildPage, buildQueuedAssistant, buildUser } from '../../test/factories.ts';
import { useTestServer } from '../../test/testServer.ts';
import { storeImage } from '../files/files.service.ts';
import { renderPicture } from './renderPicture.ts';

const server = useTestServer();

type Row = {
  status: string;
  picture_file_id: string | null;
  picture_tries: number;
  screenshot_error: string | null;
};
type JobRow = { key: string; waits_seconds: number };

let png: Buffer;
let postingId: string;
let ownerId: string;

beforeAll(async () => {
  png = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
});
beforeEach(async () => {
  const { dataSource } = server.context;
  const owner = await buildUser(dataSource, { posting: true });
  ownerId = owner.id;
  const page = await buildPage(dataSource, owner.id);
  await buildQueuedAssistant(dataSource, owner.id, { pages: [page] });
  const { json } = await server.call(pollDevice, { as: page.deviceSecret, body: {} });
  if (!json.posting) throw new Error('nothing was handed out');
  const { id, claim_token } = json.posting;
  await server.call(reportSubmitting, { as: page.deviceSecret, params: { id }, body: { claim_token } });
  await server.call(reportPosted, { as: page.deviceSecret, params: { id }, body: { claim_token } });
  postingId = id;
  await forgetJobs();
});

const forgetJobs = () => server.context.pool.query('DELETE FROM graphile_worker._private_jobs');
const posting = async () =>
  (await server.context.pool.query<Row>('SELECT * FROM page_postings WHERE id = $1', [postingId])).rows[0];
const waitingJobs = async () =>
  (
    await server.context.pool.query<JobRow>(
      `SELECT key, extract(epoch FROM run_at - now())::float AS waits_seconds FROM graphile_worker.jobs
       WHERE task_identifier = 'render_picture'`,
    )
  ).rows;

/** Runs the job with a browser that does `take`. */
const render = (take: () => Promise<Buffer>, abortSignal = new AbortController().signal) =>
  renderPicture(server.context, { take })({ posting_id: postingId }, { abortSignal });
const failing = async () => {
  throw new Error('the browser stopped while it was at it');
};
const neverAsked = async () => {
  throw new Error('no picture should be taken here');
};

test('a posted posting gets its picture, is completed, and the picture belongs to its owner', async () => {
  await render(async () => png);
  const made = await posting();
  expect(made).toMatchObject({ status: 'completed', picture_tries: 1, screenshot_error: null });
  const { rows } = await server.context.pool.query(
    'SELECT owner_id, content_type, width, height FROM files WHERE id = $1',
    [made?.picture_file_id],
  );
  expect(rows).toEqual([{ owner_id: ownerId, content_type: 'image/png', width: 20, height: 10 }]);
});

test('once it has a picture, nothing more is done', async () => {
  await render(async () => png);
  const before = await posting();
  await render(neverAsked);
  expect(await posting()).toEqual(before);
});

test('a posting that is not out gets none', async () => {
  await server.context.pool.query(`UPDATE page_postings SET status = 'failed' WHERE id = $1`, [postingId]);
  await render(neverAsked);
  expect(await posting()).toMatchObject({ status: 'failed', picture_tries: 0 });
});

test('a posting that is gone needs no picture', async () => {
  postingId = '00000000-0000-4000-8000-000000000000';
  await render(neverAsked);
});

test('a failed try is followed by another within seconds', async () => {
  await render(failing);
  expect(await posting()).toMatchObject({ status: 'posted', picture_tries: 1, screenshot_error: null });
  const jobs = await waitingJobs();
  expect(jobs).toEqual([{ key: `picture:${postingId}`, waits_seconds: expect.any(Number) }]);
  expect(jobs[0]?.waits_seconds).toBeGreaterThan(1);
  expect(jobs[0]?.waits_seconds).toBeLessThanOrEqual(3);
});

test('after three failed tries the posting is completed without a picture and says why', async () => {
  await render(failing);
  await render(failing);
  await forgetJobs();
  await render(failing);
  expect(await posting()).toMatchObject({
    status: 'completed',
    picture_file_id: null,
    picture_tries: 3,
    screenshot_error: 'The picture could not be made: the browser stopped while it was at it.',
  });
  expect(await waitingJobs()).toEqual([]);
  await render(neverAsked);
});

test('a try counts before it is made, so that a picture which kills its worker is not made for ever', async () => {
  // The worker dies in the middle: the job neither fails nor ends.
  void render(() => new Promise(() => undefined));
  for (let waited = 0; (await posting())?.picture_tries !== 1; waited++) {
    if (waited > 100) throw new Error('the try was not counted');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await server.context.pool.query('UPDATE page_postings SET picture_tries = 3 WHERE id = $1', [postingId]);
  await render(neverAsked);
  expect(await posting()).toMatchObject({
    status: 'completed',
    screenshot_error: 'The picture could not be made: the worker stopped during the last try.',
  });
});

test('a try that a stopping worker gives up does not count and is left to the next worker', async () => {
  const stopping = new AbortController();
  const giveUp = async () => {
    stopping.abort();
    throw new Error('stopping');
  };
  await expect(render(giveUp, stopping.signal)).rejects.toThrow('stopping');
  expect(await posting()).toMatchObject({ status: 'posted', picture_tries: 0, screenshot_error: null });
});

test('a picture made anew for a completed posting replaces the excuse', async () => {
  for (let tries = 0; tries < 3; tries++) await render(failing);
  await server.context.pool.query('UPDATE page_postings SET picture_tries = 0, screenshot_error = NULL WHERE id = $1', [
    postingId,
  ]);
  await render(async () => png);
  expect(await posting()).toMatchObject({
    status: 'completed',
    picture_file_id: expect.any(String),
    screenshot_error: null,
  });
});

test('a posting whose worker died after keeping the picture is merely completed', async () => {
  const { context } = server;
  const pictureFileId = await storeImage(context.dataSource, context.files, { ownerId, bytes: png });
  await context.pool.query('UPDATE page_postings SET picture_file_id = $2 WHERE id = $1', [postingId, pictureFileId]);
  await render(neverAsked);
  expect(await posting()).toMatchObject({ status: 'completed', picture_file_id: pictureFileId });
});
