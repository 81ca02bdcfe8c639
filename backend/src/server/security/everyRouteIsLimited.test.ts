import { randomUUID } from 'node:crypto';
import { type Endpoint, me, pollDevice, readRunner, registry, reportHeartbeat, signIn } from '@flyerdeck/contracts';
import { buildPage, buildUser, insertRunner } from '../../../test/factories.ts';
import { useTestServer } from '../../../test/testServer.ts';
import { BOT_TOKEN, initDataOf } from '../../accounts/auth/proofs.fixture.ts';
import { hashSecret, newSecret } from './secrets.ts';

// With a thousandth of the limits, most limits are one call a minute, and none is above 30.
const server = useTestServer({ RATE_LIMIT_FACTOR: '0.001', TRUST_PROXY: '1' });

let addresses = 0;
/** A new address for each use. */
function newAddress() {
  addresses += 1;
  return { 'X-Forwarded-For': `203.0.113.${addresses}` };
}

/** Creates a session in the database, because the signIn call would use up its rate limit. */
async function createSession({ isAdmin = false } = {}) {
  const { db, pool } = server.context;
  const { id } = await buildUser(db);
  const sessionToken = newSecret();
  const { rows } = await pool.query<{ telegram_id: string }>(
    'UPDATE users SET is_admin = $2 WHERE id = $1 RETURNING telegram_id',
    [id, isAdmin],
  );
  await pool.query(`INSERT INTO sessions (token_hash, user_id, expires_at) VALUES ($1, $2, now() + interval '1 day')`, [
    hashSecret(sessionToken),
    id,
  ]);
  return { sessionToken, telegramId: rows[0]?.telegram_id ?? '' };
}

async function newDeviceSecret(): Promise<string> {
  const { db } = server.context;
  const { deviceSecret: secret } = await buildPage(db, (await buildUser(db)).id);
  return secret;
}

/** Runners are counted separately after their secret was accepted once. */
async function newRunnerSecret(): Promise<string> {
  const { db } = server.context;
  const { secret } = await insertRunner(server.context.pool, (await buildUser(db)).id);
  expect((await server.call(readRunner, { as: secret, headers: newAddress() })).status).toBe(200);
  return secret;
}

async function createCaller({ access }: Endpoint) {
  if (access === 'public') return undefined;
  if (access === 'runner') return newRunnerSecret();
  if (access !== 'device') return createSession({ isAdmin: access === 'admin' });
  const secret = await newDeviceSecret();
  // Devices are counted separately after their secret was accepted once.
  expect((await server.call(pollDevice, { as: secret, headers: newAddress() })).status).toBe(200);
  return secret;
}

/** Calls until the limit is reached, at most so many times. Returns the first and the last status. */
async function firstAndLast(calls: number, call: () => Promise<{ status: number }>): Promise<[number, number]> {
  const { status: first } = await call();
  let last = first;
  for (let made = 1; made < calls && last !== 429; made++) last = (await call()).status;
  return [first, last];
}

async function statusesOf(calls: number, call: () => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (let made = 0; made < calls; made++) statuses.push((await call()).status);
  return statuses;
}

test.each(Object.entries(registry))('%s is limited [S2.4-1]', async (_name, endpoint: Endpoint) => {
  const [as, headers] = [await createCaller(endpoint), newAddress()];
  const params = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, randomUUID()]));
  const options = { as, headers, params } as Parameters<typeof server.call<Endpoint>>[1];
  const [first, last] = await firstAndLast(7, () => server.call(endpoint, options));
  expect(last).toBe(429);
  // A device and a runner have used their only allowed call in createCaller.
  if (endpoint.access !== 'device' && endpoint.access !== 'runner') expect(first).not.toBe(429);
});

test.each(['/', '/nowhere.js', '/api/openapi.json', '/api/nowhere', '/extension.zip'])(
  '%s is limited [S2.4-1]',
  async (path) => {
    const headers = newAddress();
    const [first, last] = await firstAndLast(31, () => fetch(`${server.baseUrl}${path}`, { headers }));
    expect([first === 429, last]).toEqual([false, 429]);
  },
);

test('wrong device secrets are counted by address, and over the limit only secrets used before are accepted from it', async () => {
  const headers = newAddress();
  const [known, unknown] = [await newDeviceSecret(), await newDeviceSecret()];
  await server.call(pollDevice, { as: known, headers });
  const wrong = () =>
    server.call(reportHeartbeat, {
      as: newSecret(),
      headers,
      params: { id: randomUUID() },
      body: { claim_token: 'x' },
    });
  expect(await statusesOf(2, wrong)).toEqual([401, 429]);
  expect((await server.call(pollDevice, { as: unknown, headers })).status).toBe(429);
  expect((await server.call(pollDevice, { as: unknown, headers: newAddress() })).status).toBe(200);
});

describe('with a tenth of the limits', () => {
  const tenth = useTestServer({ RATE_LIMIT_FACTOR: '0.1', AUTH_MODE: 'telegram', BOT_TOKEN, TRUST_PROXY: '1' });

  test('refused sign-ins do not block other users at the same address [S2.4-4]', async () => {
    const headers = newAddress();
    const bad = () => tenth.call(signIn, { headers, body: { telegram_id: '5001', init_data: 'hash=00' } });
    expect(await statusesOf(4, bad)).toEqual([401, 401, 429, 429]);
    const init_data = initDataOf({ id: 5_001, first_name: 'Anna' }, new Date());
    const good = await tenth.call(signIn, { headers, body: { telegram_id: '5001', init_data } });
    expect(good.status).toBe(200);
    const as = { sessionToken: good.json.session_token, telegramId: '5001' };
    const forged = { ...as, sessionToken: newSecret() };
    expect((await tenth.call(me, { headers, as })).status).toBe(200);
    const refused = await statusesOf(61, () => tenth.call(me, { headers, as: forged }));
    expect([refused[59], refused[60]]).toEqual([401, 429]);
    expect((await tenth.call(me, { headers, as })).status).toBe(200);
  });
});
