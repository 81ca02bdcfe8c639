import { deleteAssistant, deleteTask, getImage, getPreview, unlinkPage, updateUser } from '@flyerdeck/contracts';
import { storeImage } from '../../test/asRoutes.ts';
import { useTestServer } from '../../test/testServer.ts';
import { storeScreenshot } from '../files/files.service.ts';
import { jpeg, photo } from '../files/pictures.fixture.ts';
import { completePosting } from '../postings/completePosting.query.ts';
import { makeAssistantWithFlyers } from './flyers.testing.ts';
import { signUpAdmin } from './people.testing.ts';
import { signUpPosting } from './postingOwner.testing.ts';

/** Every way to a picture or a preview that needs no session, for each thing that can be deleted. */

const server = useTestServer();
const run = (sql: string, values: unknown[]) => server.context.pool.query(sql, values);

/** A flyer that was posted; its screenshot is made, or still to be made. */
async function post({ photographed = true } = {}) {
  const { db, files } = server.context;
  const owner = await signUpPosting(server);
  const { id: ownerId, as, assistantId, taskId, pages } = owner;
  const flyerId = await storeImage(db, files, { ownerId, bytes: await jpeg(400, 300) });
  await run('UPDATE tasks SET file_id = $2 WHERE id = $1', [taskId, flyerId]);
  const [page] = pages;
  const postingId = await owner.post(page, 'posted');
  const screenshotId = await storeScreenshot(db, files, { ownerId, bytes: await photo() });
  if (photographed) await completePosting(server.context.db, postingId, { pictureFileId: screenshotId });
  return { as, ownerId, assistantId, flyerId, postingId, screenshotId, telegramId: owner.telegramId, page };
}
type Posted = Awaited<ReturnType<typeof post>>;

const setActive = async ({ telegramId }: Posted, is_active: boolean) => {
  const { as } = await signUpAdmin(server);
  await server.call(updateUser, { as, params: { telegramId }, body: { is_active } });
};
const unlink = ({ as, page }: Posted) => server.call(unlinkPage, { as, params: { guid: page?.guid ?? '' } });
const relink = ({ page }: Posted) => run('UPDATE pages SET unlinked_at = NULL WHERE guid = $1', [page?.guid]);
const remove = ({ as, assistantId }: Posted) => server.call(deleteAssistant, { as, params: { id: assistantId } });

const image = async (file_id: string, w?: number, headers = {}) =>
  (await server.call(getImage, { params: { file_id }, query: w === undefined ? {} : { w }, headers })).status;

const WAYS: Record<string, (posted: Posted) => Promise<number>> = {
  flyer: ({ flyerId }) => image(flyerId),
  'thumbnail of the flyer': ({ flyerId }) => image(flyerId, 160),
  'flyer that was seen before': async ({ flyerId }) =>
    (await image(flyerId, undefined, { 'If-None-Match': '*', 'Cache-Control': 'max-age=0' })) === 404 ? 404 : 200,
  screenshot: ({ screenshotId }) => image(screenshotId),
  'thumbnail of the screenshot': ({ screenshotId }) => image(screenshotId, 160),
  preview: async ({ postingId }) => (await server.call(getPreview, { params: { pagePostingId: postingId } })).status,
};

type Shown = { flyer: 200 | 404; screenshot: 200 | 404; preview: 200 | 404 };
const everything: Shown = { flyer: 200, screenshot: 200, preview: 200 };
const nothing: Shown = { flyer: 404, screenshot: 404, preview: 404 };

const STATES: [string, { until?: (posted: Posted) => Promise<unknown> }, Shown][] = [
  ['a live post', {}, everything],
  ['the page is unlinked', { until: unlink }, { flyer: 200, screenshot: 404, preview: 404 }],
  ['the page is linked again', { until: async (p) => [await unlink(p), await relink(p)] }, everything],
  ['the assistant is deleted', { until: remove }, nothing],
  ['the owner is deactivated', { until: (p) => setActive(p, false) }, nothing],
  [
    'the owner is active again',
    { until: async (p) => [await setActive(p, false), await setActive(p, true)] },
    everything,
  ],
];

describe.each(STATES)('%s', (_, { until }, shown) => {
  let posted: Posted;
  beforeAll(async () => {
    posted = await post();
    for (const way of Object.values(WAYS)) expect(await way(posted)).toBe(200);
    await until?.(posted);
  });

  it.each(Object.entries(WAYS))('%s', async (name, way) => {
    const kind = (['screenshot', 'preview', 'flyer'] as const).find((word) => name.includes(word)) ?? 'flyer';
    expect(await way(posted)).toBe(shown[kind]);
  });
});

it.each<[string, (posted: Posted) => Promise<unknown>]>([
  ['its page is unlinked', unlink],
  ['its assistant is deleted', remove],
  ['its owner is deactivated', (posted) => setActive(posted, false)],
])('a post that is just being photographed is shown with its flyer until that is done, when %s', async (_, until) => {
  const posted = await post({ photographed: false });
  await until(posted);
  expect([await WAYS.flyer?.(posted), await WAYS.preview?.(posted)]).toEqual([200, 200]);
  await completePosting(server.context.db, posted.postingId, { pictureFileId: posted.screenshotId });
  expect([await WAYS.preview?.(posted), await WAYS.screenshot?.(posted)]).toEqual([404, 404]);
});

it('a flyer that was removed is gone, in every size', async () => {
  const owner = await signUpPosting(server);
  const { tasks } = await makeAssistantWithFlyers(server, owner);
  const [task] = tasks;
  const fileId = task?.file_id ?? '';
  expect([await image(fileId), await image(fileId, 160)]).toEqual([200, 200]);
  await server.call(deleteTask, { as: owner.as, params: { id: task?._id ?? '' } });
  expect([await image(fileId), await image(fileId, 160)]).toEqual([404, 404]);
});
