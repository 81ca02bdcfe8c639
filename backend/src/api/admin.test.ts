import {
  archiveFinalized,
  getStats,
  getUser,
  getUserActivity,
  listAssistants,
  listTasks,
  listUsers,
  me,
  pauseAssistant,
  stopQueue,
  updateUser,
} from '@flyerdeck/contracts';
import { buildAssistant } from '../../test/factories.ts';
import { useTestServer } from '../../test/testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { type Person, signUp, signUpAdmin } from './people.testing.ts';
import { signUpPosting } from './postingOwner.testing.ts';

const server = useTestServer();
const notFound = { code: 'user.not_found', sentence: 'There is no such user.' };

let admin: Person;
beforeAll(async () => {
  admin = await signUpAdmin(server);
});

const userOf = async ({ telegramId }: Person) =>
  (await server.call(getUser, { as: admin.as, params: { telegramId } })).json;

describeCall(server, getStats, ({ succeeds }) => {
  const stats = async () => (await server.call(getStats, { as: admin.as })).json;

  succeeds('counts users, pages, and tasks, assistants and postings by status', async () => {
    const before = await stats();
    const owner = await signUpPosting(server, { flyers: ['One', 'Two', 'Three'], pages: ['Alpha', 'Beta'] });
    await buildAssistant(server.context.dataSource, owner.id, { flyers: ['Waiting'] });
    const [alpha, beta] = owner.pages;
    for (const page of [alpha, beta]) await owner.post(page, 'completed');
    await owner.post(alpha, 'failed');
    await server.call(archiveFinalized, { as: owner.as });
    const leaver = await signUp(server);
    await server.context.pool.query(
      `UPDATE users SET is_active = false, created_at = now() - interval '8 days' WHERE id = $1`,
      [leaver.id],
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
    return answer;
  });

  succeeds('counts each task and assistant as its owner sees it', async () => {
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
    return answer;
  });

  succeeds('names every status, so that none comes and goes', async () => {
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
    return answer;
  });
});

describeCall(server, listUsers, ({ succeeds }) => {
  succeeds('lists everybody, newest first', async () => {
    const people = [await signUp(server), await signUp(server)];
    const answer = await server.call(listUsers, { as: admin.as });
    const newest = answer.json.slice(0, 2).map(({ telegram_id }) => telegram_id);
    expect(newest).toEqual(people.map(({ telegramId }) => telegramId).reverse());
    expect(answer.json.map(({ telegram_id }) => telegram_id)).toContain(admin.telegramId);
    return answer;
  });
});

describeCall(server, getUser, ({ succeeds, refuses }) => {
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
    });
    return answer;
  });

  refuses('when nobody has the id', notFound, async () => {
    return () => server.call(getUser, { as: admin.as, params: { telegramId: '1' } });
  });
});

describeCall(server, updateUser, ({ succeeds, refuses }) => {
  const update = ({ telegramId }: Person, body: { is_active: boolean } | { is_admin: boolean }, as = admin.as) =>
    server.call(updateUser, { as, params: { telegramId }, body });

  succeeds('deactivates a user, whose sessions are over at once', async () => {
    const user = await signUp(server);
    const answer = await update(user, { is_active: false });
    expect(answer.json).toMatchObject({ telegram_id: user.telegramId, is_active: false, is_admin: false });
    expect(await server.call(me, { as: user.as })).toMatchObject({
      status: 401,
      error: { code: 'auth.deactivated', error: 'Your account is deactivated.' },
    });
    return answer;
  });

  succeeds('activates a user again, who goes on where they were', async () => {
    const user = await signUp(server);
    await update(user, { is_active: false });
    const answer = await update(user, { is_active: true });
    expect(answer.json.is_active).toBe(true);
    expect((await server.call(me, { as: user.as })).status).toBe(200);
    return answer;
  });

  succeeds('makes an admin, and takes it back', async () => {
    const user = await signUp(server);
    expect((await update(user, { is_admin: true })).json).toEqual(await userOf(user));
    expect((await server.call(getStats, { as: user.as })).status).toBe(200);
    const answer = await update(user, { is_admin: false });
    expect((await server.call(getStats, { as: user.as })).status).toBe(403);
    return answer;
  });

  succeeds('lets an admin stay one', async () => {
    const other = await signUpAdmin(server);
    return update(other, { is_admin: true }, other.as);
  });

  refuses(
    'when admins would demote themselves',
    { code: 'admin.own_privileges', sentence: 'You cannot remove your own admin privileges' },
    async () => {
      const other = await signUpAdmin(server);
      return () => update(other, { is_admin: false }, other.as);
    },
  );

  refuses('when nobody has the id', notFound, async () => {
    return () => server.call(updateUser, { as: admin.as, params: { telegramId: '1' }, body: { is_admin: false } });
  });

  const wrongBodies = [{}, { is_active: 'no' }, { is_active: false, is_admin: true }, { credits_balance: 1_000 }];
  for (const body of wrongBodies) {
    refuses(`for ${JSON.stringify(body)}`, { code: 'invalid_request', sentence: /./ }, async () => {
      const user = await signUp(server);
      return () => update(user, body as unknown as { is_active: boolean });
    });
  }
});

describeCall(server, getUserActivity, ({ succeeds, refuses }) => {
  succeeds('shows what a user has', async () => {
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
    return answer;
  });

  succeeds('shows nothing of somebody who has nothing', async () => {
    const { telegramId } = await signUp(server);
    const answer = await server.call(getUserActivity, { as: admin.as, params: { telegramId } });
    expect(answer.json).toEqual({
      pages_count: 0,
      tasks_count: 0,
      assistants_count: 0,
      page_postings_count: 0,
      pages: [],
      tasks: [],
      assistants: [],
    });
    return answer;
  });

  succeeds('counts all and lists the newest 200', async () => {
    const owner = await signUp(server);
    const flyers = Array.from({ length: 201 }, (_, index) => `Flyer ${index}`);
    await buildAssistant(server.context.dataSource, owner.id, { flyers });
    const answer = await server.call(getUserActivity, { as: admin.as, params: { telegramId: owner.telegramId } });
    expect(answer.json.tasks_count).toBe(201);
    expect(answer.json.tasks).toHaveLength(200);
    return answer;
  });

  refuses('when nobody has the id', notFound, async () => {
    return () => server.call(getUserActivity, { as: admin.as, params: { telegramId: '1' } });
  });
});
