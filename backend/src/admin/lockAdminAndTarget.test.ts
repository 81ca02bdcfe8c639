import { adjustCredits, updateUser } from '@flyerdeck/contracts';
import { type Person, signUp, signUpAdmin } from '../../test/api/people.testing.ts';
import { waitForLockWait } from '../../test/locks.ts';
import { useTestServer } from '../../test/testServer.ts';

const server = useTestServer();

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

describe('simultaneous requests of admins against each other', () => {
  it.each([
    ['demote', { is_admin: false }, 403, 'auth.not_admin'],
    ['deactivate', { is_active: false }, 401, 'auth.deactivated'],
  ] as const)('cannot both %s the other admin: the second request is refused', async (_what, body, status, code) => {
    const [one, other] = [await signUpAdmin(server), await signUpAdmin(server)];
    const answers = await callSimultaneously([one, other], [updateBy(one, other, body), updateBy(other, one, body)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, status]);
    expect(answers.find((answer) => answer.status === status)?.error.code).toBe(code);
    expect(await activeAdminsOf([one, other])).toBe(1);
  });
});

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
