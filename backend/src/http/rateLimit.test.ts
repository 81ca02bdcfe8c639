import { randomUUID } from 'node:crypto';
import { createLinkRequest, signIn } from '@flyerdeck/contracts';
import { useTestServer } from '../../test/testServer.ts';
import { HttpError } from './errors.ts';
import { createRateLimits } from './rateLimit.ts';

// A tenth: 2 sign-ins, 6 link requests and 12 files a minute.
const server = useTestServer({ RATE_LIMIT_FACTOR: '0.1' });
const limits = () => createRateLimits(server.context.pool, 0.1);

const refusal = async (attempt: Promise<void>): Promise<HttpError | null> => {
  try {
    await attempt;
    return null;
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
};

test('beyond the limit a caller is told when to come back', async () => {
  const { signIn: limit } = limits();
  const address = randomUUID();
  expect(await refusal(limit.consume(address))).toBeNull();
  expect(await refusal(limit.consume(address))).toBeNull();
  const refused = await refusal(limit.consume(address));
  expect(refused).toMatchObject({ status: 429, code: 'rate_limited' });
  const seconds = Number(refused?.headers['Retry-After']);
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(refused?.message).toBe(`Too many requests. Please try again in ${seconds} second${seconds === 1 ? '' : 's'}.`);
});

test('two servers on one database share a limit', async () => {
  const [here, there] = [limits(), limits()];
  const address = randomUUID();
  await here.signIn.consume(address);
  await there.signIn.consume(address);
  expect(await refusal(here.signIn.consume(address))).toMatchObject({ status: 429 });
  expect(await refusal(there.signIn.consume(address))).toMatchObject({ status: 429 });
});

test('nobody pays for what others did, nor for what they did elsewhere', async () => {
  const { signIn: limit, linkRequests } = limits();
  const address = randomUUID();
  for (let used = 0; used < 3; used++) await refusal(limit.consume(address));
  expect(await refusal(limit.consume(randomUUID()))).toBeNull();
  expect(await refusal(linkRequests.consume(address))).toBeNull();
});

test('a handful at once counts each', async () => {
  const { uploads } = limits();
  const user = randomUUID();
  expect(await refusal(uploads.consume(user, 12))).toBeNull();
  expect(await refusal(uploads.consume(user, 1))).toMatchObject({ status: 429 });
});

test('when the minute is over the limit starts anew', async () => {
  const { signIn: limit } = limits();
  const address = randomUUID();
  for (let used = 0; used < 3; used++) await refusal(limit.consume(address));
  await server.context.pool.query('UPDATE rate_limits SET expire = 1 WHERE key LIKE $1', [`%${address}`]);
  expect(await refusal(limit.consume(address))).toBeNull();
});

test('sign-ins are limited by address, the refused ones too', async () => {
  const attempt = () => server.call(signIn, { body: { telegram_id: '!' } });
  expect([(await attempt()).status, (await attempt()).status]).toEqual([401, 401]);
  const refused = await attempt();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(refused.error.code).toBe('rate_limited');
});

test('link requests are limited by address', async () => {
  const page = { creator_id: 'creator', name: '', username: '', avatar_url: null };
  const attempt = () => server.call(createLinkRequest, { body: { page, extension_version: '1.0.0' } });
  for (let used = 0; used < 6; used++) expect((await attempt()).status).toBe(201);
  expect((await attempt()).status).toBe(429);
});
