import { me, signIn } from '@flyerdeck/contracts';
import { useTestServer } from '../../../test/testServer.ts';
import { BOT_TOKEN, initDataOf } from './proofs.fixture.ts';

describe('with AUTH_MODE telegram', () => {
  const server = useTestServer({ AUTH_MODE: 'telegram', BOT_TOKEN, ADMIN_TELEGRAM_IDS: '5001' });

  it('a signed name with a NUL is stored without it', async () => {
    const init_data = initDataOf({ id: 5_002, first_name: 'Be\u0000n', username: '\u0000' }, new Date());
    const { status, json } = await server.call(signIn, { body: { telegram_id: '5002', init_data } });
    expect(status).toBe(200);
    const as = { sessionToken: json.session_token, telegramId: '5002' };
    expect((await server.call(me, { as })).json).toMatchObject({ first_name: 'Ben', username: '5002' });
  });
});

describe('the limits of sign-ins', () => {
  const server = useTestServer({ RATE_LIMIT_FACTOR: '1' });
  const statusesOf = async (count: number, telegramId: string) => {
    const statuses: number[] = [];
    for (let i = 0; i < count; i++)
      statuses.push((await server.call(signIn, { body: { telegram_id: telegramId } })).status);
    return statuses;
  };

  it('allow one user 30 sign-ins a minute, and do not affect other users at the same address', async () => {
    expect(await statusesOf(31, '1')).toEqual([...Array(30).fill(200), 429]);
    expect(await statusesOf(1, '2')).toEqual([200]);
  });
});
