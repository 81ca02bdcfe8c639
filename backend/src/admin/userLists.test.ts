import { listCreditUsers, listUsers } from '@flyerdeck/contracts';
import { type Person, signUpAdmin } from '../../test/api/people.testing.ts';
import { useTestServer } from '../../test/testServer.ts';

const server = useTestServer();
/** The answer is sent in more than two chunks, and the last one is not full. */
const USERS = 2_345;
const ODD_NAMES = ['"', '\\', '\n\t\u0001', '👩‍🎤', 'Ünal, Жанна', "'; --", '{"a":1}', '\u2028', ''];

let admin: Person;
beforeAll(async () => {
  admin = await signUpAdmin(server);
  await server.context.pool.query(
    `INSERT INTO users (telegram_id, username, first_name, last_name, is_active, is_admin, credits_balance, credits_purchased,
       credits_spent, last_login_at, created_at)
     SELECT 'odd' || n, ($1::text[])[n % $2 + 1], ($1::text[])[n % $2 + 1], 'Last', n % 7 > 0, n % 500 = 0, n % 50, n % 3, n % 5,
       CASE WHEN n % 2 = 0 THEN now() - n * interval '1.234567 seconds' END, now() - (n % 1000) * interval '1.001 seconds'
     FROM generate_series(1, $3) n`,
    [ODD_NAMES, ODD_NAMES.length, USERS],
  );
});

const rows = async (order: string) =>
  (await server.context.pool.query(`SELECT * FROM users ORDER BY ${order}`)).rows as Record<string, never>[];
const isoOf = (time: Date | null) => (time === null ? null : time.toISOString());

describe('the lists of all users', () => {
  it('contain the stored fields of each user, newest first', async () => {
    const { json } = await server.call(listUsers, { as: admin.as });
    const expected = (await rows('created_at DESC, id')).map((row) => ({
      telegram_id: row.telegram_id,
      username: row.username,
      first_name: row.first_name,
      last_name: row.last_name,
      created_at: isoOf(row.created_at ?? null),
      is_active: row.is_active,
      is_admin: row.is_admin,
    }));
    expect(expected).toHaveLength(USERS + 1);
    expect(json).toEqual(expected);
  });

  it('contain the credits of each user, and null as last_login of users who never signed in', async () => {
    const { json } = await server.call(listCreditUsers, { as: admin.as });
    const expected = (await rows('credits_balance DESC, created_at, id')).map((row) => ({
      telegram_id: row.telegram_id,
      username: row.username,
      first_name: row.first_name,
      last_name: row.last_name,
      credits_balance: row.credits_balance,
      total_credits_purchased: row.credits_purchased,
      total_credits_spent: row.credits_spent,
      last_login: isoOf(row.last_login_at ?? null),
    }));
    expect(json).toEqual(expected);
    expect(json.filter(({ last_login }) => last_login === null).length).toBeGreaterThan(1_000);
  });
});
