import { me, signIn, signOut } from '@flyerdeck/contracts';
import { useTestServer } from '../../test/testServer.ts';
import { BOT_TOKEN, initDataOf, widgetOf } from './proofs.fixture.ts';

const anna = { id: 5_001, first_name: 'Anna', username: 'anna' };

describe('with AUTH_MODE telegram', () => {
  const server = useTestServer({ AUTH_MODE: 'telegram', BOT_TOKEN, ADMIN_TELEGRAM_IDS: '5001' });

  it('a signed name with a NUL is stored without it', async () => {
    const init_data = initDataOf({ id: 5_002, first_name: 'Be\u0000n', username: '\u0000' }, new Date());
    const { status, json } = await server.call(signIn, { body: { telegram_id: '5002', init_data } });
    expect(status).toBe(200);
    const as = { sessionToken: json.session_token, telegramId: '5002' };
    expect((await server.call(me, { as })).json).toMatchObject({ first_name: 'Ben', username: '5002' });
  });

  it('a user signs in with init data, reads their account and signs out', async () => {
    const signedIn = await server.call(signIn, {
      body: { telegram_id: '5001', init_data: initDataOf(anna, new Date()) },
    });
    expect(signedIn.status).toBe(200);
    expect(signedIn.json.telegram_id).toBe('5001');
    const as = { sessionToken: signedIn.json.session_token, telegramId: '5001' };

    const { json } = await server.call(me, { as });
    expect(json).toEqual({
      telegram_id: '5001',
      username: 'anna',
      first_name: 'Anna',
      last_name: '',
      is_admin: true,
      is_active: true,
      credits_balance: 150,
      created_at: expect.any(String),
    });

    expect((await server.call(signOut, { as })).status).toBe(204);
    const after = await server.call(me, { as });
    expect(after.status).toBe(401);
    expect(after.error.code).toBe('auth.invalid');
  });

  it('a user signs in once with the fields of the Login Widget', async () => {
    const body = { telegram_id: '5001', widget: widgetOf(anna, new Date()) as never };
    expect((await server.call(signIn, { body })).status).toBe(200);
    const again = await server.call(signIn, { body });
    expect([again.status, again.error.code]).toEqual([401, 'auth.proof_used']);
  });

  it('a sign-in with only the four unproven fields is refused', async () => {
    const { status, error } = await server.call(signIn, {
      body: { telegram_id: '5001', username: 'anna', first_name: 'Anna', last_name: '' },
    });
    expect([status, error.code]).toEqual([401, 'auth.proof_missing']);
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

  it('allow 20 refused sign-ins a minute from one address, and answer the next with Retry-After', async () => {
    expect(await statusesOf(20, '!')).toEqual(Array(20).fill(401));
    const refused = await server.call(signIn, { body: { telegram_id: '!' } });
    expect([refused.status, refused.error.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await statusesOf(1, '3')).toEqual([200]);
  });
});
