import { archiveFinalized, getStats, getUser, getUserActivity, listUsers } from '@flyerdeck/contracts';
import { buildAssistant } from '../factories.ts';
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
    return answer;
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
    return answer;
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
    return answer;
  });
});
