import { pollDevice, reportPosted, reportSubmitting } from '@flyerdeck/contracts';
import sharp from 'sharp';
import { buildPage, buildQueuedAssistant, buildUser } from '../../../test/factories.ts';
import { useTestServer } from '../../../test/testServer.ts';
import { requeueScreenshots } from '../retry/requeueScreenshots.query.ts';
import { claimDueScreenshots, makeScreenshot } from './screenshotWorker.ts';

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
