import {
  createLinkRequest,
  endUserSessions,
  getDownload,
  getStats,
  getUser,
  requestExport,
  signIn,
  signOut,
  updateUser,
  verifyLinking,
} from '@flyerdeck/contracts';
import { type Credentials, useTestServer } from '../../../test/testServer.ts';
import { BOT_TOKEN, initDataOf, widgetOf } from '../../accounts/auth/proofs.fixture.ts';
import { readableLogger } from '../http/smallServer.testing.ts';

const log = readableLogger();
const server = useTestServer({ AUTH_MODE: 'telegram', BOT_TOKEN, ADMIN_TELEGRAM_IDS: '7001' }, log.logger);

const proofOf = (id: number) => initDataOf({ id, first_name: 'Anna', username: `u${id}` }, new Date());

const securityEvents = () => log.lines().filter(({ msg }) => msg === 'security event');

/** The security events that the server logged while `work` ran. */
async function eventsOf(work: () => Promise<unknown>) {
  const before = securityEvents().length;
  await work();
  return securityEvents().slice(before);
}

async function signUp(id: number): Promise<Credentials & { userId: string }> {
  const { json } = await server.call(signIn, { body: { telegram_id: String(id), init_data: proofOf(id) } });
  const [user] = await server.context.db.query('SELECT id FROM users WHERE telegram_id = $1', [String(id)]);
  return { sessionToken: json.session_token, telegramId: json.telegram_id, userId: user.id };
}

/** All fields of a log line, so that an additional field fails the comparison. */
const line = (event: string, userId: unknown, more: object = {}) => ({
  level: 30,
  time: expect.any(Number),
  pid: process.pid,
  hostname: expect.any(String),
  msg: 'security event',
  requestId: 'trace-0123456789',
  event,
  userId,
  address: '127.0.0.1',
  ...more,
});
const headers = { 'X-Request-Id': 'trace-0123456789' };

let admin: Credentials & { userId: string };
beforeAll(async () => {
  admin = await signUp(7_001);
});

test('a sign-in, the promotion by a setting and a sign-out are logged [S16.3-1]', async () => {
  await server.context.db.query('UPDATE users SET admin_by_setting = false, is_admin = false WHERE id = $1', [
    admin.userId,
  ]);
  const events = await eventsOf(async () => {
    const body = { telegram_id: '7001', init_data: proofOf(7_001) };
    const { json } = await server.call(signIn, { body, headers });
    await server.call(signOut, { as: { sessionToken: json.session_token, telegramId: '7001' }, headers });
  });
  expect(events).toEqual([
    line('session.started', admin.userId),
    line('user.promoted', null, { targetUserId: admin.userId }),
    line('session.ended', admin.userId),
  ]);
});

test('a refused proof is logged without the user, who is not proven [S16.3-1]', async () => {
  const events = await eventsOf(async () => {
    await server.call(signIn, { body: { telegram_id: '7001' }, headers });
    await server.call(signIn, { body: { telegram_id: '7001', init_data: `${proofOf(7_001)}x` }, headers });
  });
  expect(events).toEqual([
    line('proof.refused', null, { code: 'auth.proof_missing' }),
    line('proof.refused', null, { code: 'auth.proof_invalid' }),
  ]);
});

test('an answer 403 is logged, for a signed-in user and for a download whose admin was demoted [S16.3-1]', async () => {
  const user = await signUp(7_002);
  const demoted = await signUp(7_003);
  await server.context.db.query('UPDATE users SET is_admin = true WHERE id = $1', [demoted.userId]);
  const { json } = await server.call(requestExport, { as: demoted, body: { list: 'users', search: '' } as never });
  await server.context.db.query('UPDATE users SET is_admin = false WHERE id = $1', [demoted.userId]);
  const events = await eventsOf(async () => {
    await server.call(getStats, { as: user, headers });
    await server.call(getDownload, { params: { ticket: json.download_url.split('/').at(-1) ?? '' }, headers });
  });
  expect(events).toEqual([
    line('access.refused', user.userId, { code: 'auth.not_admin' }),
    line('access.refused', null, { code: 'download.not_allowed' }),
  ]);
});

test('role changes, deactivations and ended sessions are logged with admin and user, and requests without a change are not [S16.3-1]', async () => {
  const { userId, telegramId } = await signUp(7_004);
  const params = { telegramId };
  const events = await eventsOf(async () => {
    for (const body of [{ is_admin: true }, { is_admin: true }, { is_admin: false }]) {
      await server.call(updateUser, { as: admin, params, body, headers });
    }
    await server.call(endUserSessions, { as: admin, params, headers });
    for (const is_active of [false, true])
      await server.call(updateUser, { as: admin, params, body: { is_active }, headers });
    await server.call(getUser, { as: admin, params, headers });
  });
  const target = { targetUserId: userId };
  expect(events).toEqual([
    line('user.promoted', admin.userId, target),
    line('user.demoted', admin.userId, target),
    line('session.ended', admin.userId, target),
    line('user.deactivated', admin.userId, target),
    line('user.activated', admin.userId, target),
  ]);
});

describe('a reached rate limit', () => {
  const limited = useTestServer({ RATE_LIMIT_FACTOR: '0.001' }, log.logger);

  test('is logged with the address of the caller [S16.3-1]', async () => {
    const events = await eventsOf(async () => {
      for (let i = 0; i < 2; i++) await limited.call(signIn, { body: { telegram_id: '7007' }, headers });
    });
    expect(events).toEqual([
      line('session.started', expect.any(String)),
      line('rate_limit.refused', null, { code: 'rate_limited' }),
    ]);
  });
});

test('no line of the log holds a token, init data, a hash or a query string [S16.2-1]', async () => {
  const widget = widgetOf({ id: 7_005, first_name: 'Anna', username: 'u7005' }, new Date());
  const initData = proofOf(7_006);
  const page = { creator_id: 'c2', name: 'Lily', username: 'lily', avatar_url: null };
  const secrets: string[] = [BOT_TOKEN, initData, new URLSearchParams(initData).get('hash') ?? '', String(widget.hash)];
  const events = await eventsOf(async () => {
    const anna = await server.call(signIn, { body: { telegram_id: '7006', init_data: initData } });
    await server.call(signIn, { body: { telegram_id: '7005', widget: widget as never } });
    await server.call(signIn, { body: { telegram_id: '7005', widget: widget as never } });
    await server.call(signIn, { body: { telegram_id: '1', init_data: initData } });
    await server.call(getStats, { as: { sessionToken: anna.json.session_token, telegramId: '7006' } });
    const device = await server.call(createLinkRequest, { body: { page, extension_version: '1.0.0' } });
    const as = { sessionToken: anna.json.session_token, telegramId: '7006' };
    await server.call(verifyLinking, { as, body: { token: device.json.linking_token } });
    await server.call(verifyLinking, { as, body: { token: device.json.linking_token } });
    await server.call(signIn, { query: { hash: String(widget.hash) } as never, body: { telegram_id: '7005' } });
    secrets.push(anna.json.session_token, device.json.linking_token, device.json.device_secret);
  });
  expect(events.map(({ event }) => event)).toEqual([
    'session.started',
    'session.started',
    'proof.refused',
    'proof.refused',
    'access.refused',
    'page.linked',
    'proof.refused',
  ]);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(20);
    expect(log.text()).not.toContain(secret);
  }
  expect(log.text()).not.toMatch(/hash=|auth_date/);
});
