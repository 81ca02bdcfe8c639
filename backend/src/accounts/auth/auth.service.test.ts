import { type SignInAttempt, signInBy } from '../../../test/asRoutes.ts';
import { readLedger } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { hashSecret } from '../../server/security/secrets.ts';
import { endSession, type SignInSettings } from './auth.service.ts';
import { createAuthenticate } from './authenticate.ts';
import { BOT_TOKEN, initDataOf } from './proofs.fixture.ts';

const database = useTestDatabase();

const TELEGRAM: SignInSettings = {
  authMode: 'telegram',
  botToken: BOT_TOKEN,
  adminTelegramIds: [],
  demo: false,
  erasureKey: 'key',
};
const MOCK: SignInSettings = { authMode: 'mock', botToken: null, adminTelegramIds: [], demo: false, erasureKey: 'key' };
const refusedAs = (code: string) => expect.objectContaining({ status: 401, code });

let lastId = 1_000;
const newPerson = () => ({ id: ++lastId, first_name: 'Anna', last_name: 'Berg', username: `anna${lastId}` });
const startByName = (telegramId: string, settings = MOCK, names: Partial<SignInAttempt> = {}) =>
  signInBy(database.db, settings, { telegramId, ...names });
const userOf = async (telegramId: string) => {
  const [user] = await database.db.query(
    'SELECT id, username, first_name, last_name, is_admin, credits_balance, last_login_at FROM users WHERE telegram_id = $1',
    [telegramId],
  );
  return user;
};
type Session = Awaited<ReturnType<typeof startByName>>;
const authenticate = ({ sessionToken, telegramId }: { sessionToken: string; telegramId: string }) =>
  createAuthenticate(database.db)(sessionToken, telegramId);

test('simultaneous calls are authenticated each by its own session, and a wrong one fails no other', async () => {
  const sessions = await Promise.all(['2001', '2002', '2003', '2004'].map((telegramId) => startByName(telegramId)));
  const [first, second, third, fourth] = sessions as [Session, Session, Session, Session];
  await endSession(database.db, hashSecret(third.sessionToken));
  const together = createAuthenticate(database.db);
  const asked = [first, { ...second, telegramId: '2001' }, third, { ...first, sessionToken: 'wrong' }, fourth, first];
  const outcomes = await Promise.allSettled(
    asked.map(({ sessionToken, telegramId }) => together(sessionToken, telegramId)),
  );
  const signedIn = (telegramId: string) => ({ status: 'fulfilled', value: expect.objectContaining({ telegramId }) });
  const refused = { status: 'rejected', reason: refusedAs('auth.invalid') };
  expect(outcomes).toEqual([signedIn('2001'), refused, refused, refused, signedIn('2004'), signedIn('2001')]);
});

describe('a sign-in through Telegram', () => {
  it('accepts init data repeatedly, because the app sends it after each reload', async () => {
    const person = newPerson();
    const attempt = { telegramId: String(person.id), initData: initDataOf(person, new Date()) };
    for (let time = 0; time < 2; time++) await signInBy(database.db, TELEGRAM, attempt);
  });
});

describe('a first sign-in', () => {
  it('creates one user with one welcome bonus of 150 credits when 20 sign-ins run simultaneously [9-03]', async () => {
    const telegramId = String(++lastId);
    const sessions = await Promise.all(Array.from({ length: 20 }, () => startByName(telegramId)));
    expect(new Set(sessions.map(({ sessionToken }) => sessionToken)).size).toBe(20);
    const user = await userOf(telegramId);
    expect(await readLedger(database.db, user.id)).toEqual({
      balance: 150,
      ledgerSum: 150,
      lastBalanceAfter: 150,
    });
    const bonuses = await database.db.query('SELECT 1 FROM credit_transactions WHERE user_id = $1', [user.id]);
    expect(bonuses).toHaveLength(1);
  });
});

describe('mock mode', () => {
  it('refuses an id with characters that an HTTP header cannot contain', async () => {
    for (const telegramId of ['Ünal', 'a b', '1\u0000']) {
      await expect(startByName(telegramId)).rejects.toEqual(refusedAs('auth.proof_invalid'));
    }
  });
});

describe('admins', () => {
  it('are promoted at sign-in when the settings list them, and the demo admin in the demo', async () => {
    const [listed, plain] = [String(++lastId), String(++lastId)];
    const settings = { ...MOCK, adminTelegramIds: [listed] };
    await startByName(listed);
    expect(await userOf(listed)).toMatchObject({ is_admin: false });
    await startByName(listed, settings);
    await startByName(plain, settings);
    await startByName('100000001', settings);
    expect(await userOf(listed)).toMatchObject({ is_admin: true });
    expect(await userOf(plain)).toMatchObject({ is_admin: false });
    expect(await userOf('100000001')).toMatchObject({ is_admin: false });
    await startByName('100000001', { ...settings, demo: true });
    expect(await userOf('100000001')).toMatchObject({ is_admin: true });
  });

  it('are promoted by the settings once: a demoted admin stays demoted after signing in', async () => {
    const telegramId = String(++lastId);
    const settings = { ...MOCK, adminTelegramIds: [telegramId] };
    await startByName(telegramId, settings);
    expect(await userOf(telegramId)).toMatchObject({ is_admin: true });
    await database.db.query('UPDATE users SET is_admin = false WHERE telegram_id = $1', [telegramId]);
    await startByName(telegramId, settings);
    await startByName(telegramId);
    await startByName(telegramId, settings);
    expect(await userOf(telegramId)).toMatchObject({ is_admin: false });
  });

  it('of the settings get one audit event without an admin, unless they were admins already', async () => {
    const [notYetAdmin, promoted] = [String(++lastId), String(++lastId)];
    await startByName(promoted);
    await database.db.query('UPDATE users SET is_admin = true WHERE telegram_id = $1', [promoted]);
    const settings = { ...MOCK, adminTelegramIds: [notYetAdmin, promoted] };
    await Promise.all(
      [notYetAdmin, notYetAdmin, notYetAdmin, promoted, promoted].map((telegramId) =>
        startByName(telegramId, settings),
      ),
    );
    const auditEvents = await database.db.query(
      `SELECT u.telegram_id, c.event, c.admin_id FROM audit_events c JOIN users u ON u.id = c.target_id
       WHERE u.telegram_id = ANY ($1)`,
      [[notYetAdmin, promoted]],
    );
    expect(auditEvents).toEqual([{ telegram_id: notYetAdmin, event: 'promoted', admin_id: null }]);
    await database.db.query('UPDATE users SET is_admin = false WHERE telegram_id = $1', [promoted]);
    await startByName(promoted, settings);
    expect(await userOf(promoted)).toMatchObject({ is_admin: false });
  });
});

describe('a session', () => {
  const daysLeft = async (sessionToken: string) => {
    const [{ days }] = await database.db.query(
      'SELECT extract(epoch FROM expires_at - now()) / 86400 AS days FROM sessions WHERE token_hash = $1',
      [hashSecret(sessionToken)],
    );
    return Math.round(Number(days));
  };
  const setAge = (sessionToken: string, days: number, left: number) =>
    database.db.query(
      `UPDATE sessions SET created_at = now() - $2 * interval '1 day', expires_at = now() + $3 * interval '1 day'
       WHERE token_hash = $1`,
      [hashSecret(sessionToken), days, left],
    );

  it('is stored as a hash only and is valid only with its Telegram id [S7.2-1]', async () => {
    const session = await startByName(String(++lastId));
    const stored = await database.db.query('SELECT 1 FROM sessions WHERE token_hash = $1', [
      Buffer.from(session.sessionToken),
    ]);
    expect(stored).toHaveLength(0);
    await expect(authenticate({ ...session, telegramId: '1' })).rejects.toEqual(refusedAs('auth.invalid'));
    await expect(authenticate({ ...session, sessionToken: 'x' })).rejects.toEqual(refusedAs('auth.invalid'));
    await expect(authenticate({ ...session, sessionToken: '' })).rejects.toEqual(refusedAs('auth.required'));
  });

  it('expires 30 days after its last use, and 90 days after the sign-in at the latest [S7.3-1]', async () => {
    const session = await startByName(String(++lastId));
    expect(await daysLeft(session.sessionToken)).toBe(30);
    await setAge(session.sessionToken, 20, 10);
    await authenticate(session);
    expect(await daysLeft(session.sessionToken)).toBe(30);
    await setAge(session.sessionToken, 85, 2);
    await authenticate(session);
    expect(await daysLeft(session.sessionToken)).toBe(5);
    await setAge(session.sessionToken, 91, -1);
    await expect(authenticate(session)).rejects.toEqual(refusedAs('auth.invalid'));
  });

  it('ends at once when its owner is deactivated, and the owner cannot sign in [S7.4-1]', async () => {
    const telegramId = String(++lastId);
    const session = await startByName(telegramId);
    await database.db.query('UPDATE users SET is_active = false WHERE telegram_id = $1', [telegramId]);
    await expect(authenticate(session)).rejects.toEqual(refusedAs('auth.deactivated'));
    await expect(startByName(telegramId)).rejects.toEqual(refusedAs('auth.deactivated'));
  });

  it('stays ended when its owner is activated again [S7.4-1]', async () => {
    const telegramId = String(++lastId);
    const session = await startByName(telegramId);
    const activate = (isActive: boolean) =>
      database.db.query('UPDATE users SET is_active = $2 WHERE telegram_id = $1', [telegramId, isActive]);
    await activate(false);
    await activate(true);
    await expect(authenticate(session)).rejects.toEqual(refusedAs('auth.invalid'));
    expect(await authenticate(await startByName(telegramId))).toMatchObject({ telegramId });
  });
});
