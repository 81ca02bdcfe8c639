import { adjustCredits, updateUser } from '@flyerdeck/contracts';
import { untilSomebodyWaitsForALock } from '../../test/locks.ts';
import { useTestServer } from '../../test/testServer.ts';
import { type Person, signUp, signUpAdmin } from '../api/people.testing.ts';

const server = useTestServer();

/** Starts the calls while their rows are held by somebody else, and lets go once all of them wait for it. */
async function atTheSameMoment<T>(people: readonly Person[], calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  const holder = await server.context.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM users WHERE id = ANY ($1) FOR UPDATE', [people.map(({ id }) => id)]);
    const answers = calls.map((call) => call());
    // Not through the holder: a transaction keeps seeing the activity it saw first.
    await untilSomebodyWaitsForALock(server.context.db, calls.length);
    await holder.query('COMMIT');
    return await Promise.all(answers);
  } finally {
    holder.release();
  }
}

const act = (by: Person, on: Person, body: { is_admin: false } | { is_active: false }) => () =>
  server.call(updateUser, { as: by.as, params: { telegramId: on.telegramId }, body });

const activeAdminsOf = async (people: readonly Person[]) => {
  const { rows } = await server.context.pool.query(
    'SELECT id FROM users WHERE is_admin AND is_active AND id = ANY ($1)',
    [people.map(({ id }) => id)],
  );
  return rows.length;
};

describe('admins who act on each other at the same moment', () => {
  it.each([
    ['demote', { is_admin: false }, 403, 'auth.not_admin'],
    ['deactivate', { is_active: false }, 401, 'auth.deactivated'],
  ] as const)('can not %s each other: whoever comes second is none any more', async (_what, body, status, code) => {
    const [one, other] = [await signUpAdmin(server), await signUpAdmin(server)];
    const answers = await atTheSameMoment([one, other], [act(one, other, body), act(other, one, body)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, status]);
    expect(answers.find((answer) => answer.status === status)?.error.code).toBe(code);
    expect(await activeAdminsOf([one, other])).toBe(1);
  });

  it('leave one admin when three demote each other in a ring', async () => {
    const [a, b, c] = [await signUpAdmin(server), await signUpAdmin(server), await signUpAdmin(server)];
    const demote = { is_admin: false } as const;
    await atTheSameMoment([a, b, c], [act(a, b, demote), act(b, c, demote), act(c, a, demote)]);
    expect(await activeAdminsOf([a, b, c])).toBeGreaterThanOrEqual(1);
  });
});

it('an admin who is being demoted gives no more credits away', async () => {
  const [boss, former, user] = [await signUpAdmin(server), await signUpAdmin(server), await signUp(server)];
  const body = { user_id: user.telegramId, amount: 500, transaction_type: 'bonus' as const, description: '' };
  const gift = () => server.call(adjustCredits, { as: former.as, body });
  const [demoted, given] = await atTheSameMoment<{ status: number; error: { code: string } }>(
    [former],
    [act(boss, former, { is_admin: false }), gift],
  );
  // Whichever comes first: never a gift after the demotion.
  expect(demoted?.status).toBe(200);
  const { rows } = await server.context.pool.query(
    `SELECT c.act FROM admin_acts c WHERE c.admin_id = $1 OR c.target_id = $1 ORDER BY c.seq`,
    [former.id],
  );
  const order = rows.map(({ act: word }) => word);
  expect(given?.status === 200 ? order : [given?.error.code, ...order]).toEqual(
    given?.status === 200 ? ['credits_adjusted', 'demoted'] : ['auth.not_admin', 'demoted'],
  );
});
