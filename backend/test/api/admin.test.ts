import {
  archiveFinalized,
  diagnosePage,
  endUserSessions,
  getPerformanceAnalytics,
  getStats,
  getUser,
  getUserActivity,
  listUsers,
  me,
  updateUser,
} from '@flyerdeck/contracts';
import { deviceOf } from '../deviceCalls.ts';
import { buildAssistant } from '../factories.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { changesOf, type Person, signUp, signUpAdmin, useAdmin } from './people.testing.ts';
import { signUpPosting } from './postingOwner.testing.ts';
import { setTimes, setTotalTime } from './postingTimes.testing.ts';

const server = useTestServer();

const admin = useAdmin(server);

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
    expect(Object.keys(after.page_postings_count)).toEqual(['pending', 'posting', 'posted', 'completed', 'failed']);
    expect(after).toMatchObject({ tasks_count: { partially_posted: 0 }, assistants_count: { paused: 0 } });
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
});

describeCall(server, listUsers, ({ succeeds }) => {
  // `admin/adminRules.test.ts` compares all rows and their order.
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
});

const actsOn = async ({ telegramId }: Person) => changesOf(server, admin, telegramId);

describeCall(server, updateUser, ({ succeeds, refuses }) => {
  const update = ({ telegramId }: Person, body: { is_active: boolean } | { is_admin: boolean }, as = admin.as) =>
    server.call(updateUser, { as, params: { telegramId }, body });

  succeeds('deactivates a user and ends their sessions at once [4.11-08]', async () => {
    const user = await signUp(server);
    const answer = await update(user, { is_active: false });
    expect(answer.json).toMatchObject({ telegram_id: user.telegramId, is_active: false, is_admin: false });
    expect(await server.call(me, { as: user.as })).toMatchObject({
      status: 401,
      error: { code: 'auth.deactivated', error: 'Your account is deactivated.' },
    });
  });

  succeeds('promotes a user to admin, and demotes them [4.11-09]', async () => {
    const user = await signUp(server);
    const { json: promoted } = await update(user, { is_admin: true });
    expect((await server.call(getUser, { as: admin.as, params: { telegramId: user.telegramId } })).json).toMatchObject(
      promoted,
    );
    expect((await server.call(getStats, { as: user.as })).status).toBe(200);
    await update(user, { is_admin: false });
    expect((await server.call(getStats, { as: user.as })).status).toBe(403);
  });

  succeeds('records each change with its admin in the audit [6-10]', async () => {
    const [user, other] = [await signUp(server), await signUpAdmin(server)];
    await update(user, { is_admin: true });
    await update(user, { is_active: false }, other.as);
    await update(user, { is_active: true });
    await update(user, { is_admin: false }, other.as);
    expect((await actsOn(user)).map(({ act, admin_telegram_id }) => [act, admin_telegram_id])).toEqual([
      ['demoted', other.telegramId],
      ['activated', admin.telegramId],
      ['deactivated', other.telegramId],
      ['promoted', admin.telegramId],
    ]);
  });

  refuses('when admins try to demote themselves [8.4-06]', 'admin.own_privileges', async () => {
    const other = await signUpAdmin(server);
    return () => update(other, { is_admin: false }, other.as);
  });

  refuses('when admins try to deactivate themselves', 'admin.own_account', async () => {
    const other = await signUpAdmin(server);
    return () => update(other, { is_active: false }, other.as);
  });
});

describeCall(server, endUserSessions, ({ succeeds }) => {
  const end = ({ telegramId }: Person, as = admin.as) => server.call(endUserSessions, { as, params: { telegramId } });

  succeeds('ends all sessions of the user and of no other user [2.14-23]', async () => {
    const [user, other] = [await signUp(server), await signUp(server)];
    const elsewhere = await server.signIn(user.telegramId);
    const answer = await end(user);
    expect(answer.json).toEqual({ message: '2 sessions ended.', ended: 2 });
    for (const as of [user.as, elsewhere]) {
      expect(await server.call(me, { as })).toMatchObject({ status: 401, error: { code: 'auth.invalid' } });
    }
    expect((await server.call(me, { as: other.as })).status).toBe(200);
    expect((await server.call(me, { as: await server.signIn(user.telegramId) })).status).toBe(200);
    expect(await actsOn(user)).toMatchObject([{ act: 'sessions_ended', summary: '2 sessions' }]);
  });
});

const diagnose = (guid: string) => server.call(diagnosePage, { as: admin.as, params: { guid } });
const change = (guid: string, assignments: string) =>
  server.context.pool.query(`UPDATE pages SET ${assignments} WHERE guid = $1`, [guid]);

describeCall(server, diagnosePage, ({ succeeds }) => {
  succeeds('shows the page, its owner, the claim and what happened, newest first', async () => {
    const owner = await signUpPosting(server, { flyers: ['One', 'Two', 'Three'], pages: ['Luna'] });
    const [page] = owner.pages;
    if (!page) throw new Error('The owner has a page.');
    await owner.post(page, 'posted');
    const failed = await owner.post(page, 'failed');
    const claimed = await deviceOf(server.context.db, page).claim();
    await server.context.pool.query(
      `INSERT INTO structure_reports (page_guid, site_pack_version, what, missing, structure) VALUES ($1, 1, 'probe', '{text,button}', '')`,
      [page.guid],
    );
    const answer = await diagnose(page.guid);
    const { json } = answer;
    expect(json).toMatchObject({
      page: { guid: page.guid, name: 'Luna' },
      unlinked_at: null,
      owner: { telegram_id: owner.telegramId, is_active: true, is_posting_active: true },
      site_pack: { used: null, wanted: null, may_post: true },
      pending_count: 0,
      next: null,
      in_flight: { posting_id: claimed.id, submitting_at: null },
    });
    expect(json.events[0]).toMatchObject({ kind: 'not_found', text: 'text, button' });
    expect(json.events.filter(({ kind }) => kind === 'step').map(({ to_status }) => to_status)).toEqual([
      'posting',
      'failed',
      'posting',
      'posted',
      'posting',
    ]);
    expect(json.events.find(({ to_status }) => to_status === 'failed')).toMatchObject({
      posting_id: failed,
      text: expect.any(String),
    });
    expect(json.events.at(-1)).toMatchObject({ kind: 'linked' });
  });
});

const IN_AN_HOUR = "now() + interval '1 hour'";
test.each([
  ['its browser does not poll', 'last_polled_at = NULL', 'page_offline', false],
  ['it is logged out', "health = 'logged_out'", 'logged_out', false],
  ['the site asks to wait', `refusal_kind = 'rate_limited', paused_until = ${IN_AN_HOUR}`, 'rate_limited', true],
  ['the site has refused posts', `refusal_kind = 'content', paused_until = ${IN_AN_HOUR}`, 'site_refusals', true],
  ['its limits allow no post yet', `limited_until = ${IN_AN_HOUR}`, 'page_limit', true],
  ['nothing is due', `has_scheduler = false, next_due_at = ${IN_AN_HOUR}`, 'not_due', true],
  ['nothing holds it back', 'paused_until = NULL', null, false],
])('says why a page waits: %s', async (_, assignments, reason, hasTime) => {
  const owner = await signUpPosting(server, { flyers: ['One', 'Two'], pages: ['Luna'] });
  const guid = owner.pages[0]?.guid ?? '';
  await change(guid, 'last_polled_at = now()');
  await change(guid, assignments);
  const { json } = await diagnose(guid);
  expect(json.pending_count).toBe(2);
  expect(json.next).toMatchObject({ task_id: owner.taskId, wait_reason: reason });
  expect(json.next?.wait_until !== null).toBe(hasTime);
});

describeCall(server, getPerformanceAnalytics, ({ succeeds }) => {
  const analyze = (limit?: number) => server.call(getPerformanceAnalytics, { as: admin.as, query: { limit } });
  /** Creates completed postings with these times, in this order of completion. */
  async function complete(
    ...times: { pending_ms: number; posting_ms: number; posted_ms: number; failed_ms?: number }[]
  ) {
    const owner = await signUpPosting(server, { flyers: times.map((_, index) => `Flyer ${index}`) });
    for (const parts of times) {
      const id = await owner.post(owner.pages[0], 'completed');
      await setTimes(server, id, parts);
      await setTotalTime(
        server,
        id,
        Object.values(parts).reduce((sum, ms) => sum + ms, 0),
      );
      await server.context.pool.query('UPDATE posting_transitions SET duration_ms = $2 WHERE posting_id = $1', [
        id,
        parts.posting_ms,
      ]);
    }
  }

  succeeds('shows average, shortest and longest of the latest completed postings', async () => {
    await complete({ pending_ms: 9_000_000, posting_ms: 1, posted_ms: 1 });
    await complete(
      { pending_ms: 10_000, posting_ms: 20_000, posted_ms: 3_000 },
      { pending_ms: 20_000, posting_ms: 40_000, posted_ms: 5_000 },
    );
    const answer = await analyze(2);
    expect(answer.json).toEqual({
      total_analyzed: 2,
      total_posting_time: { avg_ms: 49_000, min_ms: 33_000, max_ms: 65_000 },
      claim_to_posted_time: { avg_ms: 30_000, min_ms: 20_000, max_ms: 40_000 },
      screenshot_generation_time: { avg_ms: 4_000, min_ms: 3_000, max_ms: 5_000 },
      recommendations: [expect.any(String)],
      status_transitions: {
        'pending -> posting': { count: 2, avg_ms: 30_000, min_ms: 20_000, max_ms: 40_000 },
        'posted -> completed': { count: 2, avg_ms: 30_000, min_ms: 20_000, max_ms: 40_000 },
        'posting -> posted': { count: 2, avg_ms: 30_000, min_ms: 20_000, max_ms: 40_000 },
      },
      bottlenecks: { posting: 2 },
    });
  });
});
