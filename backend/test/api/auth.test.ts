import { randomUUID } from 'node:crypto';
import { endSession, getBalance, listSessions, me, signIn, signOut } from '@flyerdeck/contracts';
import { BOT_TOKEN, initDataOf, widgetOf } from '../../src/accounts/auth/proofs.fixture.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { signUp } from './people.testing.ts';

const mock = useTestServer();
const real = useTestServer({ AUTH_MODE: 'telegram', BOT_TOKEN });

const ada = (id: number) => ({ id, first_name: 'Ada', username: 'ada' });
const initData = (id: number, { ageSeconds = 0, botToken = BOT_TOKEN } = {}) =>
  initDataOf(ada(id), new Date(Date.now() - ageSeconds * 1_000), botToken);
const widget = (id: number) => widgetOf(ada(id), new Date()) as never;

let lastId = 700_000_000;
const newId = () => ++lastId;

describeCall(real, signIn, ({ succeeds, refuses }) => {
  succeeds('accepts the init data of the Mini App, and takes names and identity only from it [S6.3-1]', async () => {
    const id = newId();
    const answer = await real.call(signIn, {
      body: { telegram_id: String(id), username: 'mallory', first_name: 'Mallory', init_data: initData(id) },
    });
    const as = { sessionToken: answer.json.session_token, telegramId: answer.json.telegram_id };
    expect((await real.call(me, { as })).json).toMatchObject({
      telegram_id: String(id),
      username: 'ada',
      first_name: 'Ada',
      last_name: '',
      credits_balance: 150,
    });
  });

  succeeds('accepts the fields of the Login Widget', async () => {
    const id = newId();
    return real.call(signIn, { body: { telegram_id: String(id), widget: widget(id) } });
  });

  refuses('without a proof', 'auth.proof_missing', async () => {
    return () => real.call(signIn, { body: { telegram_id: String(newId()), username: 'ada' } });
  });

  refuses(
    'when the proof is signed with another key',
    { code: 'auth.proof_invalid', sentence: 'Telegram did not confirm this sign-in.' },
    async () => {
      const id = newId();
      const forged = initData(id, { botToken: '123456:token-of-another-bot-that-is-not-ours' });
      return () => real.call(signIn, { body: { telegram_id: String(id), init_data: forged } });
    },
  );

  refuses(
    "when the proof is another user's",
    { code: 'auth.proof_invalid', sentence: 'This sign-in belongs to another Telegram account.' },
    async () => () => real.call(signIn, { body: { telegram_id: '1', init_data: initData(newId()) } }),
  );

  refuses('when the proof is older than an hour', 'auth.proof_stale', async () => {
    const id = newId();
    return () =>
      real.call(signIn, { body: { telegram_id: String(id), init_data: initData(id, { ageSeconds: 3_660 }) } });
  });

  refuses("when the Login Widget's proof was used before", 'auth.proof_used', async () => {
    const id = newId();
    const body = { telegram_id: String(id), widget: widget(id) };
    expect((await real.call(signIn, { body })).status).toBe(200);
    return () => real.call(signIn, { body });
  });

  refuses('when the account is deactivated', 'auth.deactivated', async () => {
    const id = newId();
    const body = () => ({ telegram_id: String(id), init_data: initData(id) });
    await real.call(signIn, { body: body() });
    await real.context.pool.query('UPDATE users SET is_active = false WHERE telegram_id = $1', [String(id)]);
    return () => real.call(signIn, { body: body() });
  });
});

describeCall(mock, me, ({ succeeds }) => {
  succeeds('shows the signed-in user', async () => {
    const { as, telegramId } = await signUp(mock);
    const answer = await mock.call(me, { as });
    expect(answer.json).toMatchObject({
      telegram_id: telegramId,
      username: `user${telegramId}`,
      is_admin: false,
      is_active: true,
      credits_balance: 150,
    });
  });

  succeeds('says whether the bot may write, which the last sign-in in the mini app knows', async () => {
    const id = newId();
    const mayWrite = async (allows_write_to_pm?: boolean) => {
      const proof =
        allows_write_to_pm === undefined
          ? { widget: widget(id) }
          : { init_data: initDataOf({ ...ada(id), allows_write_to_pm }, new Date(), BOT_TOKEN) };
      const { json } = await real.call(signIn, { body: { telegram_id: String(id), ...proof } });
      const as = { sessionToken: json.session_token, telegramId: json.telegram_id };
      return (await real.call(me, { as })).json.bot_may_write;
    };
    expect(await mayWrite(false)).toBe(false);
    expect(await mayWrite()).toBe(false);
    expect(await mayWrite(true)).toBe(true);
  });
});

describeCall(mock, signOut, ({ succeeds }) => {
  succeeds('ends this session and no other', async () => {
    const { as, telegramId } = await signUp(mock);
    const elsewhere = await mock.signIn(telegramId);
    await mock.call(signOut, { as });
    expect(await mock.call(getBalance, { as })).toMatchObject({
      status: 401,
      error: { error: 'Your session has ended. Please sign in again.', code: 'auth.invalid' },
    });
    expect((await mock.call(getBalance, { as: elsewhere })).status).toBe(200);
  });
});

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

describeCall(mock, listSessions, ({ succeeds }) => {
  succeeds(
    "lists the user's own valid sessions: first the current one, then the others by last use [S7.4-2]",
    async () => {
      const { as, id, telegramId } = await signUp(mock);
      const signInFrom = (userAgent: string) =>
        mock.call(signIn, { body: { telegram_id: telegramId }, headers: { 'User-Agent': userAgent } });
      for (const userAgent of [CHROME, 'curl/8', 'gone/1']) await signInFrom(userAgent);
      await signUp(mock);
      const [own, chrome, unknown, expired] = (
        await mock.context.pool.query<{ id: string }>(
          'SELECT id FROM sessions WHERE user_id = $1 ORDER BY created_at',
          [id],
        )
      ).rows.map((row) => row.id);
      const change = (session: string | undefined, what: string) =>
        mock.context.pool.query(`UPDATE sessions SET ${what} WHERE id = $1`, [session]);
      await change(chrome, "last_used_at = now() - interval '1 day'");
      await change(expired, 'expires_at = now()');

      const answer = await mock.call(listSessions, { as });
      expect(answer.json.sessions).toMatchObject([
        { id: own, is_current: true },
        { id: unknown, browser: '', is_current: false },
        { id: chrome, browser: 'Chrome on Windows', is_current: false },
      ]);
      expect(Date.now() - Date.parse(answer.json.sessions[2]?.last_used_at ?? '')).toBeGreaterThan(86_000_000);
      expect(answer.bytes.toString()).not.toContain(as.sessionToken);
    },
  );
});

describeCall(mock, endSession, ({ succeeds, refuses }) => {
  const sessionsOf = async (as: Awaited<ReturnType<typeof mock.signIn>>) =>
    (await mock.call(listSessions, { as })).json.sessions;

  succeeds("ends one of the user's sessions and no other [S7.4-2]", async () => {
    const { as, telegramId } = await signUp(mock);
    const stolen = await mock.signIn(telegramId);
    const other = (await sessionsOf(as)).find(({ is_current }) => !is_current);
    await mock.call(endSession, { as, params: { id: other?.id ?? '' } });
    expect((await mock.call(me, { as: stolen })).error.code).toBe('auth.invalid');
    expect(await sessionsOf(as)).toMatchObject([{ is_current: true }]);
  });

  refuses("when the session does not exist or is another user's", 'session.not_found', async () => {
    const [{ as }, other] = [await signUp(mock), await signUp(mock)];
    const [theirs] = await sessionsOf(other.as);
    const unknown = await mock.call(endSession, { as, params: { id: randomUUID() } });
    expect(unknown.error.code).toBe('session.not_found');
    return () => mock.call(endSession, { as, params: { id: theirs?.id ?? '' } });
  });
});
