import { endUserSessions, getStats, getUser, me, updateUser } from '@flyerdeck/contracts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { changesOf, type Person, signUp, signUpAdmin } from './people.testing.ts';

const server = useTestServer();

let admin: Person;
beforeAll(async () => {
  admin = await signUpAdmin(server);
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

  succeeds('writes no audit event when nothing changes', async () => {
    const other = await signUpAdmin(server);
    await update(other, { is_active: true }, other.as);
    await update(other, { is_admin: true }, other.as);
    expect(await actsOn(other)).toEqual([]);
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

  succeeds('writes no audit event when all sessions have expired', async () => {
    const user = await signUp(server);
    await server.context.pool.query(`UPDATE sessions SET expires_at = now() - interval '1 hour' WHERE user_id = $1`, [
      user.id,
    ]);
    const answer = await end(user);
    expect(answer.json).toEqual({ message: '0 sessions ended.', ended: 0 });
    expect(await actsOn(user)).toEqual([]);
  });

  succeeds("ends the admin's own sessions too", async () => {
    const other = await signUpAdmin(server);
    await end(other, other.as);
    expect((await server.call(me, { as: other.as })).status).toBe(401);
  });
});
