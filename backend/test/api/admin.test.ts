import {
  archiveFinalized,
  getStats,
  getUser,
  getUserActivity,
  listAssistants,
  listTasks,
  listUsers,
  pauseAssistant,
  stopQueue,
} from '@flyerdeck/contracts';
import { buildAssistant, buildPage, buildQueuedAssistant, insertRunner } from '../factories.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { type Person, signUp, signUpAdmin } from './people.testing.ts';
import { signUpPosting } from './postingOwner.testing.ts';

const server = useTestServer();

let admin: Person;
beforeAll(async () => {
  admin = await signUpAdmin(server);
});

describeCall(server, getStats, ({ succeeds }) => {
  const stats = async () => (await server.call(getStats, { as: admin.as })).json;

  succeeds('counts users, pages, and tasks, assistants and postings by status', async () => {
    const before = await stats();
    const owner = await signUpPosting(server, { flyers: ['One', 'Two', 'Three'], pages: ['Alpha', 'Beta'] });
    await buildAssistant(server.context.db, owner.id, { flyers: ['Waiting'] });
    const [alpha, beta] = owner.pages;
    for (const page of [alpha, beta]) await owner.post(page, 'completed');
    await owner.post(alpha, 'failed');
    await server.call(archiveFinalized, { as: owner.as });
    const inactiveUser = await signUp(server);
    await server.context.pool.query(
      `UPDATE users SET is_active = false, created_at = now() - interval '8 days' WHERE id = $1`,
      [inactiveUser.id],
    );
    const answer = await server.call(getStats, { as: admin.as });
    const { json: after } = answer;
    const grown = (name: 'tasks_count' | 'assistants_count' | 'page_postings_count') =>
      Object.entries(after[name])
        .map(([status, count]) => [status, count - (before[name][status] ?? 0)] as const)
        .filter(([, count]) => count > 0);
    expect(grown('tasks_count')).toEqual([
      ['waiting', 1],
      ['pending', 1],
      ['posting', 1],
      ['archived', 1],
    ]);
    expect(grown('assistants_count')).toEqual([
      ['waiting', 1],
      ['posting', 1],
    ]);
    expect(grown('page_postings_count')).toEqual([
      ['pending', 3],
      ['completed', 2],
      ['failed', 1],
    ]);
    expect(after.users_count - before.users_count).toBe(2);
    expect(after.active_users_count - before.active_users_count).toBe(1);
    expect(after.new_users_last_week - before.new_users_last_week).toBe(1);
    expect(after.pages_count - before.pages_count).toBe(2);
  });

  succeeds('counts each task and assistant under the status that its owner sees', async () => {
    const before = await stats();
    const owners = [await signUpPosting(server, { flyers: ['One', 'Two'], pages: ['Alpha', 'Beta'] })];
    const [busy, paused, switchedOff] = [
      await signUpPosting(server, { flyers: ['One', 'Two'] }),
      await signUpPosting(server),
      await signUpPosting(server, { flyers: ['One', 'Two'], pages: ['Alpha', 'Beta'] }),
    ];
    owners.push(busy, paused, switchedOff);
    await busy.post(busy.pages[0], 'completed');
    await busy.post(busy.pages[0], 'posted');
    await server.call(pauseAssistant, { as: paused.as, params: { id: paused.assistantId } });
    await switchedOff.post(switchedOff.pages[0], 'failed');
    await server.call(stopQueue, { as: switchedOff.as });
    const answer = await server.call(getStats, { as: admin.as });

    const seen = async (list: typeof listTasks | typeof listAssistants) => {
      const lists = await Promise.all(owners.map(({ as }) => server.call(list as typeof listTasks, { as })));
      return lists.flatMap(({ json }) => json.map(({ status }) => status)).sort();
    };
    const counted = (name: 'tasks_count' | 'assistants_count') =>
      Object.entries(answer.json[name])
        .flatMap(([status, count]) => Array<string>(count - (before[name][status] ?? 0)).fill(status))
        .sort();
    expect(counted('tasks_count')).toEqual(await seen(listTasks));
    expect(counted('assistants_count')).toEqual(await seen(listAssistants));
    expect(counted('assistants_count')).toEqual(['in_queue', 'paused', 'pending', 'posted']);
  });

  succeeds('names every status, also those with a count of 0', async () => {
    const answer = await server.call(getStats, { as: admin.as });
    expect(Object.keys(answer.json.page_postings_count)).toEqual([
      'pending',
      'posting',
      'posted',
      'completed',
      'failed',
    ]);
    expect(Object.keys(answer.json.tasks_count)).toContain('partially_posted');
    expect(Object.keys(answer.json.assistants_count)).toContain('paused');
  });
});

describeCall(server, listUsers, ({ succeeds }) => {
  // `admin/userLists.test.ts` compares all rows and their order.
  succeeds('lists all users', () => server.call(listUsers, { as: admin.as }));
});

describeCall(server, getUser, ({ succeeds }) => {
  succeeds('shows one user', async () => {
    const { telegramId } = await signUp(server);
    const answer = await server.call(getUser, { as: admin.as, params: { telegramId } });
    expect(answer.json).toEqual({
      telegram_id: telegramId,
      username: `user${telegramId}`,
      first_name: 'Test',
      last_name: 'User',
      created_at: expect.any(String),
      is_active: true,
      is_admin: false,
      credits_balance: 150,
      total_credits_purchased: 0,
      total_credits_spent: 0,
      last_login: expect.any(String),
    });
  });
});

describeCall(server, getUserActivity, ({ succeeds }) => {
  succeeds('shows the pages, tasks and assistants of a user', async () => {
    const owner = await signUpPosting(server, { flyers: ['One', 'Two'], pages: ['Alpha', 'Beta'], name: 'Spring' });
    await signUpPosting(server);
    await owner.post(owner.pages[0], 'completed');
    const answer = await server.call(getUserActivity, { as: admin.as, params: { telegramId: owner.telegramId } });
    expect(answer.json).toMatchObject({
      pages_count: 2,
      tasks_count: 2,
      assistants_count: 1,
      page_postings_count: 4,
      pages: [{ username: 'Beta' }, { username: 'Alpha' }],
      assistants: [{ id: owner.assistantId, name: 'Spring', status: 'posting' }],
    });
    const statuses = new Map(answer.json.tasks.map(({ id, status }) => [id, status]));
    expect(owner.taskIds.map((id) => statuses.get(id))).toEqual(['posting', 'pending']);
  });

  succeeds('names the runner of a page, its state and its last contact', async () => {
    const owner = await signUp(server);
    const runner = await insertRunner(server.context.pool, owner.id);
    await server.context.pool.query("UPDATE runners SET last_contact_at = '2026-03-01T12:00:00Z' WHERE id = $1", [
      runner.id,
    ]);
    await buildPage(server.context.db, owner.id, { runnerId: runner.id });
    const answer = await server.call(getUserActivity, { as: admin.as, params: { telegramId: owner.telegramId } });
    expect(answer.json.pages.map(({ runner }) => runner)).toEqual([
      { host_name: 'Office', state: 'asleep', last_contact_at: '2026-03-01T12:00:00.000Z' },
    ]);
  });

  succeeds('counts duplicates and archived tasks too', async () => {
    const owner = await signUp(server);
    const page = await buildPage(server.context.db, owner.id);
    await buildQueuedAssistant(server.context.db, owner.id, {
      pages: [page],
      rules: { duplication_time_hours: 12 },
    });
    await server.context.pool.query('UPDATE tasks SET archived_at = now() WHERE owner_id = $1', [owner.id]);
    const answer = await server.call(getUserActivity, { as: admin.as, params: { telegramId: owner.telegramId } });
    expect(answer.json).toMatchObject({ page_postings_count: 2, tasks: [{ status: 'archived' }] });
  });

  succeeds('counts all and lists the newest 200', async () => {
    const owner = await signUp(server);
    const flyers = Array.from({ length: 201 }, (_, index) => `Flyer ${index}`);
    await buildAssistant(server.context.db, owner.id, { flyers });
    await server.context.pool.query(
      `INSERT INTO pages (owner_id, creator_id, username, linked_at)
       SELECT $1, n, 'page' || n, now() - n * interval '1 minute' FROM generate_series(1, 201) n`,
      [owner.id],
    );
    const answer = await server.call(getUserActivity, { as: admin.as, params: { telegramId: owner.telegramId } });
    expect(answer.json).toMatchObject({ tasks_count: 201, pages_count: 201 });
    expect(answer.json.tasks).toHaveLength(200);
    expect(answer.json.pages.map(({ username }) => username)).toEqual(
      Array.from({ length: 200 }, (_, index) => `page${index + 1}`),
    );
  });
});
