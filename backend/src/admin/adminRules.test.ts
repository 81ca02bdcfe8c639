import {
  adjustCredits,
  bookPurchase,
  endUserSessions,
  listCreditUsers,
  listUsers,
  me,
  requestExport,
  signIn,
  updateUser,
} from '@flyerdeck/contracts';
import { type Person, signUp, signUpAdmin } from '../../test/api/people.testing.ts';
import { waitForLockWait } from '../../test/locks.ts';
import { useTestServer } from '../../test/testServer.ts';

const LISTED = '900000001';
const server = useTestServer({ ADMIN_TELEGRAM_IDS: LISTED });
const query = (text: string, values: unknown[] = []) => server.context.pool.query(text, values);

const flagChanges = [
  ['deactivating a user', { is_active: false }],
  ['promoting a user', { is_admin: true }],
] as const;

describe('audit events of admins [S8.4-1]', () => {
  it.each([
    ['changed', `UPDATE audit_events SET event = 'activated'`],
    ['removed', 'DELETE FROM audit_events'],
    ['truncated', 'TRUNCATE audit_events'],
  ])('cannot be %s', async (_what, sql) => {
    const [admin, { telegramId }] = [await signUpAdmin(server), await signUp(server)];
    await server.call(updateUser, { as: admin.as, params: { telegramId }, body: { is_active: false } });
    await expect(query(sql)).rejects.toThrow('audit_events is append-only');
  });

  describe('an admin action is refused when its audit event cannot be written:', () => {
    beforeAll(() =>
      query(`CREATE FUNCTION fail_audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no audit'; END $$;
        CREATE TRIGGER fail_audit BEFORE INSERT ON audit_events FOR EACH ROW EXECUTE FUNCTION fail_audit()`),
    );
    afterAll(() => query('DROP TRIGGER fail_audit ON audit_events; DROP FUNCTION fail_audit'));

    it.each(flagChanges)('%s', async (_what, body) => {
      const [{ as }, { telegramId }] = [await signUpAdmin(server), await signUp(server)];
      expect((await server.call(updateUser, { as, params: { telegramId }, body })).status).toBe(500);
      const { rows } = await query(`SELECT is_active, is_admin FROM users WHERE telegram_id = '${telegramId}'`);
      expect(rows).toEqual([{ is_active: true, is_admin: false }]);
    });

    it('ending the sessions of a user', async () => {
      const [{ as }, user] = [await signUpAdmin(server), await signUp(server)];
      const params = { telegramId: user.telegramId };
      expect((await server.call(endUserSessions, { as, params })).status).toBe(500);
      expect((await server.call(me, { as: user.as })).status).toBe(200);
    });

    it('exporting all users', async () => {
      const { as } = await signUpAdmin(server);
      expect((await server.call(requestExport, { as, body: { list: 'users' } })).status).toBe(500);
      expect((await query('SELECT FROM download_tickets')).rowCount).toBe(0);
    });

    it('adjusting credits', async () => {
      const [{ as }, user] = [await signUpAdmin(server), await signUp(server)];
      const body = { user_id: user.telegramId, amount: 5, transaction_type: 'bonus' as const, description: '' };
      expect((await server.call(adjustCredits, { as, body })).status).toBe(500);
      expect((await server.call(me, { as: user.as })).json.credits_balance).toBe(150);
    });

    it('booking a purchase', async () => {
      const [{ as }, user] = [await signUpAdmin(server), await signUp(server)];
      const body = { user_id: user.telegramId, package_id: 'mini' };
      expect((await server.call(bookPurchase, { as, body })).status).toBe(500);
      expect((await server.call(me, { as: user.as })).json.credits_balance).toBe(150);
    });

    it('promoting a user listed in ADMIN_TELEGRAM_IDS', async () => {
      expect((await server.call(signIn, { body: { telegram_id: LISTED } })).status).toBe(500);
      expect((await query('SELECT FROM users WHERE telegram_id = $1', [LISTED])).rowCount).toBe(0);
    });
  });
});

describe('lists of users', () => {
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

describe('locks of accounts', () => {
  /** Starts the calls while another transaction locks the rows of these users. Commits it when all calls wait for the lock. */
  async function callSimultaneously<T>(people: readonly Person[], calls: readonly (() => Promise<T>)[]): Promise<T[]> {
    const holder = await server.context.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM users WHERE id = ANY ($1) FOR UPDATE', [people.map(({ id }) => id)]);
      const answers = calls.map((call) => call());
      // Not on the holder's connection: a transaction sees the same pg_stat_activity until it ends.
      await waitForLockWait(server.context.db, calls.length);
      await holder.query('COMMIT');
      return await Promise.all(answers);
    } finally {
      holder.release();
    }
  }

  const updateBy = (by: Person, on: Person, body: { is_admin: false } | { is_active: false }) => () =>
    server.call(updateUser, { as: by.as, params: { telegramId: on.telegramId }, body });

  const activeAdminsOf = async (people: readonly Person[]) => {
    const { rows } = await server.context.pool.query(
      'SELECT id FROM users WHERE is_admin AND is_active AND id = ANY ($1)',
      [people.map(({ id }) => id)],
    );
    return rows.length;
  };

  it.each([
    ['demote', { is_admin: false }, 403, 'auth.not_admin'],
    ['deactivate', { is_active: false }, 401, 'auth.deactivated'],
  ] as const)(
    'two admins cannot both %s the other one at the same time: the second request is refused',
    async (_what, body, status, code) => {
      const [one, other] = [await signUpAdmin(server), await signUpAdmin(server)];
      const answers = await callSimultaneously([one, other], [updateBy(one, other, body), updateBy(other, one, body)]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, status]);
      expect(answers.find((answer) => answer.status === status)?.error.code).toBe(code);
      expect(await activeAdminsOf([one, other])).toBe(1);
    },
  );

  it('an admin cannot adjust credits after being demoted', async () => {
    const [boss, former, user] = [await signUpAdmin(server), await signUpAdmin(server), await signUp(server)];
    const body = { user_id: user.telegramId, amount: 500, transaction_type: 'bonus' as const, description: '' };
    const adjust = () => server.call(adjustCredits, { as: former.as, body });
    const [demoted, adjusted] = await callSimultaneously<{ status: number; error: { code: string } }>(
      [former],
      [updateBy(boss, former, { is_admin: false }), adjust],
    );
    // Either request may come first, but credits are never adjusted after the demotion.
    expect(demoted?.status).toBe(200);
    const { rows } = await server.context.pool.query(
      `SELECT c.event FROM audit_events c WHERE c.admin_id = $1 OR c.target_id = $1 ORDER BY c.seq`,
      [former.id],
    );
    const order = rows.map(({ event }) => event);
    expect(adjusted?.status === 200 ? order : [adjusted?.error.code, ...order]).toEqual(
      adjusted?.status === 200 ? ['credits_adjusted', 'demoted'] : ['auth.not_admin', 'demoted'],
    );
  });
});
