import { randomUUID } from 'node:crypto';
import { useTestServer } from '../../../test/testServer.ts';
import { HttpError } from '../http/errors.ts';
import { createRateLimits } from './rateLimit.ts';

// With a tenth of the limits: 2 sign-ins and 60 pictures a minute.
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

test('a call above the limit is refused with Retry-After', async () => {
  const { refused_sign_in: limit } = limits();
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

test('two servers on one database share a limit [S2.4-1]', async () => {
  const [here, there] = [limits(), limits()];
  const address = randomUUID();
  await here.refused_sign_in.consume(address);
  await there.refused_sign_in.consume(address);
  expect(await refusal(here.refused_sign_in.consume(address))).toMatchObject({ status: 429 });
  expect(await refusal(there.refused_sign_in.consume(address))).toMatchObject({ status: 429 });
});

test('an upload counts each of its pictures', async () => {
  const { upload } = limits();
  const user = randomUUID();
  expect(await refusal(upload.consume(user, 60))).toBeNull();
  expect(await refusal(upload.consume(user, 1))).toMatchObject({ status: 429 });
});
