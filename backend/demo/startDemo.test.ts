import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  addToQueue,
  getTask,
  listAssistants,
  listAssistantTasks,
  listTasks,
  listUserPages,
  me,
  retryTask,
  startQueue,
  type TaskDetail,
  unlinkPage,
} from '@flyerdeck/contracts';
import { User } from '../src/accounts/auth/user.entity.ts';
import { DEMO_ADMIN_TELEGRAM_ID } from '../src/accounts/auth/users.service.ts';
import { until } from '../test/eventually.ts';
import { type Credentials, useTestServer } from '../test/testServer.ts';
import { type RunningDemo, startDemo } from './startDemo.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'flyerdeck-demo-'));
// Settings that start the demo.
const server = useTestServer({ AUTH_MODE: '', DATA_DIR: dataDir });
let admin: Credentials;
let demo: RunningDemo;

const start = async () => {
  demo = await startDemo(server.context, server.baseUrl, {
    minSeconds: 0.1,
    maxSeconds: 0.2,
    pollSeconds: 0.2,
    retrySeconds: 0.2,
  });
};
const byGuid = (a: { guid: string }, b: { guid: string }) => a.guid.localeCompare(b.guid);
const pages = async () => (await server.call(listUserPages, { as: admin })).json.pages;
const taskDetails = async (): Promise<TaskDetail[]> => {
  const { json: tasks } = await server.call(listTasks, { as: admin });
  return Promise.all(
    tasks.map(async ({ _id: id }) => (await server.call(getTask, { as: admin, params: { id } })).json),
  );
};
const countsByStatus = async () => {
  const counts: Record<string, number> = {};
  for (const { status } of (await taskDetails()).flatMap((task) => task.page_postings))
    counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

beforeAll(async () => {
  await start();
  admin = await server.signIn(DEMO_ADMIN_TELEGRAM_ID);
});
afterAll(async () => {
  await demo.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('an empty installation gets demo data: an admin, three active pages, one waiting assistant', async () => {
  expect((await server.call(me, { as: admin })).json).toMatchObject({ is_admin: true, credits_balance: 150 });
  const linked = await pages();
  expect(linked.map(({ name }) => name).sort()).toEqual(['Luna Vega', 'Mia Rose', 'Noa Sky']);
  expect(linked.filter(({ tags }) => tags.includes('promo'))).toHaveLength(2);
  await until(async () => (await pages()).every((page) => page.is_active));
  for (const { avatarThumbUrl } of linked) {
    const avatar = await fetch(new URL(avatarThumbUrl ?? '', server.baseUrl));
    expect(avatar.headers.get('Content-Type')).toBe('image/webp');
  }

  const { json: assistants } = await server.call(listAssistants, { as: admin });
  expect(assistants).toEqual([
    expect.objectContaining({ name: 'Summer promo', status: 'waiting', active_task_count: 3 }),
  ]);
  const { json: flyers } = await server.call(listAssistantTasks, {
    as: admin,
    params: { id: assistants[0]?._id as string },
  });
  expect(flyers.every(({ file_id, description }) => file_id !== null && description.length > 0)).toBe(true);
});

test('a second start adds nothing', async () => {
  const before = await pages();
  await demo.stop();
  await start();
  expect((await server.call(listAssistants, { as: admin })).json).toHaveLength(1);
  const keptOf = (list: typeof before) =>
    list.map(({ guid, tags, avatarThumbUrl }) => ({ guid, tags, avatarThumbUrl })).sort(byGuid);
  expect(keptOf(await pages())).toEqual(keptOf(before));
});

test('a page that was unlinked while the demo was stopped is linked again at the next start', async () => {
  await demo.stop();
  const [page] = await pages();
  await server.call(unlinkPage, { as: admin, params: { guid: page?.guid as string } });
  await start();
  expect((await pages()).map(({ guid }) => guid)).toContain(page?.guid);
});

test('the agents post; postings of one page fail sometimes, and a retry posts them', async () => {
  const { json: assistants } = await server.call(listAssistants, { as: admin });
  await server.call(addToQueue, { as: admin, params: { id: assistants[0]?._id as string } });
  await server.call(startQueue, { as: admin });
  await until(async () => {
    const { posted = 0, failed = 0 } = await countsByStatus();
    return posted + failed === 9;
  });
  expect(await countsByStatus()).toEqual({ posted: 7, failed: 2 });
  const failed = (await taskDetails()).filter((task) => task.page_postings.some(({ status }) => status === 'failed'));
  expect(failed.flatMap((task) => task.errors)).toEqual([
    { page_name: 'Mia Rose', message: expect.stringContaining('Please try again') },
    { page_name: 'Mia Rose', message: expect.stringContaining('Please try again') },
  ]);

  for (const { _id: id } of failed) await server.call(retryTask, { as: admin, params: { id } });
  await until(async () => (await countsByStatus()).posted === 9);
});

test('the product starts although the admin of the demo was deactivated', async () => {
  await demo.stop();
  await server.context.db.update(User, { telegramId: DEMO_ADMIN_TELEGRAM_ID }, { isActive: false });
  await start();
});
