import {
  adjustCredits,
  bookPurchase,
  endUserSessions,
  me,
  requestExport,
  signIn,
  updateUser,
} from '@flyerdeck/contracts';
import { signUp, signUpAdmin } from '../../test/api/people.testing.ts';
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
