import {
  deleteAssistant,
  deleteTask,
  eraseAccount,
  getImage,
  getPreview,
  unlinkPage,
  updateUser,
} from '@flyerdeck/contracts';
import { storeScreenshot } from '../../src/files/files.service.ts';
import { jpeg, photo } from '../../src/files/images.fixture.ts';
import { completePosting } from '../../src/postings/report/report.query.ts';
import { storeImage } from '../asRoutes.ts';
import { useTestServer } from '../testServer.ts';
import { makeAssistantWithFlyers } from './flyers.testing.ts';
import { signUpAdmin } from './people.testing.ts';
import { signUpPosting } from './postingOwner.testing.ts';

/** Requests every picture and preview that needs no session, after each kind of deletion. */

const server = useTestServer();
const run = (sql: string, values: unknown[]) => server.context.pool.query(sql, values);

/** Posts a flyer. `hasScreenshot`: its screenshot is stored already. */
async function post({ hasScreenshot = true } = {}) {
  const { db, files } = server.context;
  const owner = await signUpPosting(server);
  const { id: ownerId, as, assistantId, taskId, pages } = owner;
  const flyerId = await storeImage(db, files, { ownerId, bytes: await jpeg(400, 300) });
  await run('UPDATE tasks SET file_id = $2 WHERE id = $1', [taskId, flyerId]);
  const [page] = pages;
  const postingId = await owner.post(page, 'posted');
  const screenshotId = await storeScreenshot(db, files, { ownerId, bytes: await photo() });
  if (hasScreenshot) await completePosting(server.context.db, postingId, { screenshotFileId: screenshotId });
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

const image = async (file_id: string, w?: number, headers: Record<string, string> = {}) =>
  (await server.call(getImage, { params: { file_id }, query: w === undefined ? {} : { w }, headers })).status;

const REQUESTS: Record<string, (posted: Posted) => Promise<number>> = {
  flyer: ({ flyerId }) => image(flyerId),
  'thumbnail of the flyer': ({ flyerId }) => image(flyerId, 160),
  'flyer in the browser cache': async ({ flyerId }) =>
    (await image(flyerId, undefined, { 'If-None-Match': '*', 'Cache-Control': 'max-age=0' })) === 404 ? 404 : 200,
  screenshot: ({ screenshotId }) => image(screenshotId),
  'thumbnail of the screenshot': ({ screenshotId }) => image(screenshotId, 160),
  preview: async ({ postingId }) => (await server.call(getPreview, { params: { pagePostingId: postingId } })).status,
};

type Shown = { flyer: 200 | 404; screenshot: 200 | 404; preview: 200 | 404 };
const ALL_SHOWN: Shown = { flyer: 200, screenshot: 200, preview: 200 };
const NONE_SHOWN: Shown = { flyer: 404, screenshot: 404, preview: 404 };

const STATES: [string, { change?: (posted: Posted) => Promise<unknown> }, Shown][] = [
  ['a live post', {}, ALL_SHOWN],
  ['the page is unlinked', { change: unlink }, { flyer: 200, screenshot: 404, preview: 404 }],
  ['the page is linked again', { change: async (p) => [await unlink(p), await relink(p)] }, ALL_SHOWN],
  ['the assistant is deleted', { change: remove }, NONE_SHOWN],
  ['the owner is deactivated', { change: (p) => setActive(p, false) }, NONE_SHOWN],
  [
    'the owner is active again',
    { change: async (p) => [await setActive(p, false), await setActive(p, true)] },
    ALL_SHOWN,
  ],
];

describe.each(STATES)('%s [S14.2-1]', (_, { change }, shown) => {
  let posted: Posted;
  beforeAll(async () => {
    posted = await post();
    for (const request of Object.values(REQUESTS)) expect(await request(posted)).toBe(200);
    await change?.(posted);
  });

  it.each(Object.entries(REQUESTS))('the %s is shown or not found', async (name, request) => {
    const kind = (['screenshot', 'preview', 'flyer'] as const).find((word) => name.includes(word)) ?? 'flyer';
    expect(await request(posted)).toBe(shown[kind]);
  });
});

it.each<[string, (posted: Posted) => Promise<unknown>]>([
  ['its page is unlinked', unlink],
  ['its assistant is deleted', remove],
  ['its owner is deactivated', (posted) => setActive(posted, false)],
  ['the account is erased', ({ as }) => server.call(eraseAccount, { as, body: { confirm: 'DELETE' } })],
])(
  'a preview without a screenshot is shown only to its worker, until the screenshot is stored, when %s [S14.2-1]',
  async (_, change) => {
    const posted = await post({ hasScreenshot: false });
    const others = await post({ hasScreenshot: false });
    const tokenOf = async ({ postingId }: Posted) => {
      const { rows } = await run('SELECT preview_token FROM pending_screenshots WHERE posting_id = $1', [postingId]);
      return { 'X-Preview-Token': String(rows[0]?.preview_token) };
    };
    const token = await tokenOf(posted);
    const statuses = async (headers: Record<string, string> = {}) => [
      await image(posted.flyerId, undefined, headers),
      (await server.call(getPreview, { params: { pagePostingId: posted.postingId }, headers })).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    await change(posted);
    const forStrangers = [change === unlink ? 200 : 404, 404];
    expect(await statuses()).toEqual(forStrangers);
    expect(await statuses({ 'X-Preview-Token': 'guessed' })).toEqual(forStrangers);
    expect(await statuses(await tokenOf(others))).toEqual(forStrangers);
    expect(await statuses(token)).toEqual([200, 200]);
    await completePosting(server.context.db, posted.postingId, { screenshotFileId: posted.screenshotId });
    expect(await statuses(token)).toEqual(forStrangers);
    expect(await REQUESTS.screenshot?.(posted)).toBe(404);
  },
);

it('a deleted flyer is not found in any size [S14.2-1]', async () => {
  const owner = await signUpPosting(server);
  const { tasks } = await makeAssistantWithFlyers(server, owner);
  const [task] = tasks;
  const fileId = task?.file_id ?? '';
  expect([await image(fileId), await image(fileId, 160)]).toEqual([200, 200]);
  await server.call(deleteTask, { as: owner.as, params: { id: task?._id ?? '' } });
  expect([await image(fileId), await image(fileId, 160)]).toEqual([404, 404]);
});
