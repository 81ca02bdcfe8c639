import { Api } from 'grammy';
import { pino } from 'pino';
import { serving } from '../../server/http/smallServer.testing.ts';
import { backoffMs, readTelegramFailure, TelegramCircuitBreaker, type TelegramFailure } from './telegram.ts';

const failureAfter = (status: number, body: object): Promise<TelegramFailure> =>
  serving([(ctx) => void Object.assign(ctx, { status, body })], (apiRoot) =>
    new Api('1:secret', { apiRoot }).getMe().then(() => {
      throw new Error('the call succeeded');
    }, readTelegramFailure),
  );

test('JSON that is no answer of the Bot API, such as that of a proxy, is an outage, and the reason says so [S16.5-5]', async () => {
  for (const body of [{}, { error: 'no route' }, { ok: false }]) {
    expect(await failureAfter(502, body)).toEqual({
      kind: 'unavailable',
      reason: 'the answer is not one of the Bot API',
      isTokenRefused: false,
    });
  }
});

test('a refusal without a description or parameters has a reason without "undefined"', async () => {
  expect(await failureAfter(400, { ok: false, error_code: 400 })).toEqual({
    kind: 'refused',
    reason: '400 without a description',
  });
  expect(await failureAfter(429, { ok: false, error_code: 429 })).toMatchObject({ kind: 'too_fast', waitMs: 1_000 });
});

test.each([401, 404])(
  '%i, with which Telegram answers to a wrong token, refuses the token and no message [S16.5-4]',
  async (status) => {
    expect(await failureAfter(status, { ok: false, error_code: status })).toMatchObject({
      kind: 'unavailable',
      isTokenRefused: true,
    });
  },
);

test('the backoff doubles from 1 second up to 60 seconds', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 100].map(backoffMs)).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000,
  ]);
});

afterEach(() => jest.useRealTimers());

test('after the clock was set back, Telegram is tried again after the same wait', async () => {
  jest.useFakeTimers();
  const breaker = new TelegramCircuitBreaker(pino({ level: 'silent' }));
  await expect(breaker.run(() => Promise.reject(new Error('no network')))).rejects.toThrow('cannot be reached');
  jest.setSystemTime(Date.now() - 3_600_000);
  await jest.advanceTimersByTimeAsync(1_000);
  await expect(breaker.run(async () => 'sent')).resolves.toBe('sent');
});
