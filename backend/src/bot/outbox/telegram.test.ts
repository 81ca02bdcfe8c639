import { Api } from 'grammy';
import { serving } from '../../server/http/smallServer.testing.ts';
import { readTelegramFailure, type TelegramFailure } from './telegram.ts';

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

test.each([401, 404])(
  '%i, with which Telegram answers to a wrong token, refuses the token and no message [S16.5-4]',
  async (status) => {
    expect(await failureAfter(status, { ok: false, error_code: status })).toMatchObject({
      kind: 'unavailable',
      isTokenRefused: true,
    });
  },
);

afterEach(() => jest.useRealTimers());
