import { adjustCreditsOfUsers, type BodyOf, getUser, MAX_SELECTED_ROWS, setUsersActive } from '@flyerdeck/contracts';
import type { Db } from '../../src/database/statement.ts';
import { whileUncommitted } from '../locks.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { changesOf, type Person, signUp, signUpAdmin, useAdmin } from './people.testing.ts';

const server = useTestServer();
const query = async (text: string, ...values: unknown[]) => (await server.context.pool.query(text, values)).rows;
const admin = useAdmin(server);
let anna: Person;
let bo: Person;
beforeEach(async () => {
  anna = await signUp(server);
  bo = await signUp(server);
});

const telegramIds = (people: readonly Person[]) => people.map(({ telegramId }) => telegramId);
const idsOf = (people: readonly Person[]) => people.map(({ id }) => id).sort();
const setActive = (people: readonly Person[], is_active: boolean, as = admin.as) =>
  server.call(setUsersActive, { as, body: { telegram_ids: telegramIds(people), is_active } });
const activeOf = async (people: readonly Person[]) => {
  const rows = await query('SELECT id FROM users WHERE is_active AND id = ANY ($1)', idsOf(people));
  return people.map(({ id }) => rows.some((row) => row.id === id));
};
const eventsOf = (event: string, person: Person) =>
  query(
    'SELECT admin_id, target_id, details FROM audit_events WHERE event = $1 AND details -> $2 ? $3',
    event,
    'users',
    person.id,
  );
const nobody: Person = { ...({} as Person), id: '', telegramId: 'nobody' };

describeCall(server, setUsersActive, ({ succeeds, refuses }) => {
  succeeds('deactivates all but the admin who calls, as one audit event that their own logs show', async () => {
    const answer = await setActive([anna, bo, admin], false);
    expect(answer.json).toEqual({ message: '2 users deactivated.' });
    expect(await activeOf([anna, bo, admin])).toEqual([false, false, true]);
    expect((await server.call(getUser, { as: anna.as, params: { telegramId: bo.telegramId } })).status).toBe(401);
    expect(
      await query('SELECT 1 FROM sessions WHERE ended_at IS NULL AND user_id = ANY ($1)', idsOf([anna, bo])),
    ).toEqual([]);
    expect(await eventsOf('users_deactivated', anna)).toEqual([
      { admin_id: admin.id, target_id: null, details: { owners: 2, users: idsOf([anna, bo]) } },
    ]);
    const acts = await changesOf(server, admin, anna.telegramId);
    expect(acts).toMatchObject([{ act: 'users_deactivated', summary: '2 users' }]);
  });
  refuses('if one of them does not exist', 'user.not_found', async () => () => setActive([anna, nobody], false));
});

test('of two admins who deactivate each other in bulk, one stays active', async () => {
  const [one, two] = [await signUpAdmin(server), await signUpAdmin(server)];
  const answers = await Promise.all([setActive([two, anna], false, one.as), setActive([one, bo], false, two.as)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect((await activeOf([one, two])).sort()).toEqual([false, true]);
});

test('all are changed or none', async () => {
  await query(
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'a fault'; END $$;
     CREATE TRIGGER fault BEFORE UPDATE ON users FOR EACH ROW WHEN (OLD.id = '${bo.id}') EXECUTE FUNCTION fail()`,
  );
  expect((await setActive([anna, bo], false)).status).toBe(500);
  expect(await activeOf([anna, bo])).toEqual([true, true]);
  await query('DROP TRIGGER fault ON users; DROP FUNCTION fail()');
});

let lastKey = 0;
const GIFT = { amount: 25, transaction_type: 'bonus', description: 'The site was down' } as const;
type Gift = Partial<Omit<BodyOf<typeof adjustCreditsOfUsers>, 'telegram_ids'>>;
const give = (people: readonly Person[], gift: Gift = {}, key = `gift ${++lastKey}`, as = admin.as) =>
  server.call(adjustCreditsOfUsers, {
    as,
    body: { telegram_ids: telegramIds(people), ...GIFT, ...gift },
    headers: { 'Idempotency-Key': key },
  });
const entriesOf = (person: Person) =>
  query(
    `SELECT u.credits_balance, t.amount, t.balance_after, t.description, t.transaction_type, t.admin_id FROM users u
     LEFT JOIN credit_transactions t ON t.user_id = u.id AND t.idempotency_key LIKE 'adjustment%' WHERE u.id = $1 ORDER BY t.seq`,
    person.id,
  );

describeCall(server, adjustCreditsOfUsers, ({ succeeds, refuses }) => {
  succeeds('adds the same to each, as one audit event that their own logs show', async () => {
    const answer = await give([anna, bo]);
    expect(answer.json).toEqual({ message: 'Credits added: 25 for each of 2 users.' });
    const entry = { ...GIFT, credits_balance: 175, balance_after: 175, admin_id: admin.id };
    for (const person of [anna, bo]) expect(await entriesOf(person)).toEqual([entry]);
    expect(await eventsOf('credits_batch', anna)).toEqual([
      { admin_id: admin.id, target_id: null, details: { ...GIFT, owners: 2, users: idsOf([anna, bo]) } },
    ]);
    const acts = await changesOf(server, admin, bo.telegramId);
    expect(acts).toMatchObject([
      { act: 'credits_batch', summary: 'Bonus Credits, +25 credits each, 2 users, “The site was down”' },
    ]);
  });
  succeeds(
    'books once for the same Idempotency-Key: twice at the same time, later, and with the users in another order',
    async () => {
      const key = 'pressed twice';
      const answers = await Promise.all([
        give([anna, bo], {}, key),
        give([bo, anna], {}, key),
        give([anna, bo], {}, key),
      ]);
      answers.push(await give([anna, bo], {}, key));
      expect(new Set(answers.map(({ json }) => json.message)).size).toBe(1);
      for (const person of [anna, bo]) expect(await entriesOf(person)).toHaveLength(1);
      expect(await eventsOf('credits_batch', anna)).toHaveLength(1);
    },
  );
  const REUSED = {
    code: 'credits.idempotency_key_reused',
    sentence: 'This Idempotency-Key was used for another adjustment.',
  };
  for (const [what, repeat] of [
    ['other users', (key: string) => give([bo], {}, key)],
    ['more users', (key: string) => give([anna, bo], {}, key)],
    ['another amount', (key: string) => give([anna], { amount: 26 }, key)],
  ] as const)
    refuses(`with the Idempotency-Key of ${what}`, REUSED, async () => {
      const key = `${what} ${anna.id}`;
      await give([anna], {}, key);
      return () => repeat(key);
    });
  refuses(
    'if one of them has too few credits',
    { code: 'credits.below_zero', sentence: /^The balance would fall below zero: Poor Bo\. Nothing was booked\./ },
    async () => {
      await give([anna], { amount: 999 });
      await query("UPDATE users SET first_name = 'Poor', last_name = 'Bo' WHERE id = $1", bo.id);
      return () => give([anna, bo], { amount: -200 });
    },
  );
  refuses(
    'if a balance would be too large',
    { code: 'credits.too_many', sentence: /^The balance would be larger than can be kept/ },
    async () => {
      await query('UPDATE users SET credits_balance = 2147483647 WHERE id = $1', bo.id);
      return () => give([anna, bo]);
    },
  );
  refuses('if one of them does not exist', 'user.not_found', async () => () => give([anna, nobody]));
  refuses(
    'without an Idempotency-Key',
    { code: 'invalid_request', sentence: /^An Idempotency-Key header is needed\./ },
    async () => () => give([anna], {}, ''),
  );
});

test('an admin who is demoted meanwhile books nothing', async () => {
  const other = await signUpAdmin(server);
  const demotion = (on: Db) => on.query('UPDATE users SET is_admin = false WHERE id = $1', [other.id]);
  const booking = await whileUncommitted(server.context.db, demotion, () => give([anna], {}, 'demoted', other.as));
  expect(booking).toMatchObject({ status: 403 });
  expect(await entriesOf(anna)).toMatchObject([{ amount: null }]);
});

test(`${MAX_SELECTED_ROWS} users are adjusted in one call, and each balance is the sum of its ledger`, async () => {
  await query(
    `INSERT INTO users (telegram_id, username) SELECT 'many' || n, 'many' || n FROM generate_series(1, $1::int) n`,
    MAX_SELECTED_ROWS,
  );
  const many = Array.from({ length: MAX_SELECTED_ROWS }, (_, n) => ({ ...nobody, telegramId: `many${n + 1}` }));
  expect((await give(many)).json.message).toBe('Credits added: 25 for each of 500 users.');
  expect((await give([...many, anna])).error.code).toBe('invalid_request');
  const [{ users }] = await query(
    `SELECT count(*)::int AS users FROM users u
     WHERE u.username LIKE 'many%' AND u.credits_balance = (SELECT sum(amount) FROM credit_transactions WHERE user_id = u.id)`,
  );
  expect(users).toBe(MAX_SELECTED_ROWS);
});
