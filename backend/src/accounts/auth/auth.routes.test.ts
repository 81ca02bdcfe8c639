import { signIn } from '@flyerdeck/contracts';
import { useTestServer } from '../../../test/testServer.ts';

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
