import {
  type BodyOf,
  exportUsers,
  getUser,
  listUserActs,
  listUsers,
  previewUserBatch,
  runUserBatch,
  type UserSelection,
  updateUser,
} from '@flyerdeck/contracts';
import { buildPage } from '../../test/factories.ts';
import { waitForLockWait } from '../../test/locks.ts';
import { useTestServer } from '../../test/testServer.ts';
import { readCsv } from './csvFiles.testing.ts';
import { describeCall } from './describeCall.testing.ts';
import { type Person, signUp, signUpAdmin } from './people.testing.ts';

const server = useTestServer();
const db = () => server.context.db;
let admin: Person;
let anna: Person;
let bo: Person;
let word: string;
beforeAll(async () => {
  admin = await signUpAdmin(server);
});
beforeEach(async () => {
  anna = await signUp(server);
  bo = await signUp(server);
  word = `batch${anna.telegramId}x`;
  await server.context.pool.query('UPDATE users SET last_name = $1 WHERE id = ANY ($2)', [
    word,
    [anna.id, bo.id, admin.id],
  ]);
});

type Body = BodyOf<typeof previewUserBatch>;
const off = (users: UserSelection): Body => ({ users, is_active: false });
const preview = (body: Body, as = admin.as) => server.call(previewUserBatch, { as, body });
const run = (body: BodyOf<typeof runUserBatch>, as = admin.as) => server.call(runUserBatch, { as, body });
const runNow = async (body: Body, as = admin.as) =>
  run({ ...body, fingerprint: (await preview(body, as)).json.fingerprint }, as);
const activeOf = async (people: readonly Person[]) => {
  const { rows } = await server.context.pool.query('SELECT id FROM users WHERE is_active AND id = ANY ($1)', [
    people.map(({ id }) => id),
  ]);
  return people.map(({ id }) => rows.some((row) => row.id === id));
};
const eventsOf = async (fingerprint: string) => {
  const { rows } = await server.context.pool.query(
    `SELECT event, admin_id, target_id, details FROM audit_events WHERE details ->> 'fingerprint' = $1`,
    [fingerprint],
  );
  return rows;
};

describeCall(server, previewUserBatch, ({ succeeds, refuses }) => {
  succeeds('counts whom it would change, and changes nothing', async () => {
    const answer = await preview(off({ search: word }));
    expect(answer.json).toMatchObject({ users: 2, admins: 0, unchanged: 0, includes_you: true });
    expect((await preview({ users: { search: word }, is_active: true })).json).toMatchObject({
      users: 0,
      unchanged: 3,
    });
    expect(await activeOf([anna, bo, admin])).toEqual([true, true, true]);
    return answer;
  });
  refuses(
    'of more than 10,000 users',
    { code: 'admin.too_many_users', sentence: /^More than 10,000 users match\. Choose fewer\./ },
    async () => {
      await manyUsers('crowd', 10_001);
      return () => preview(off({ search: 'crowd' }));
    },
  );
});

const manyUsers = (name: string, count: number) =>
  server.context.pool.query(
    `INSERT INTO users (telegram_id, username) SELECT $1 || n, $1 || n FROM generate_series(1, $2::int) n`,
    [name, count],
  );

describeCall(server, runUserBatch, ({ succeeds, refuses }) => {
  succeeds('deactivates all that match but the admin, as one audit event that their own logs show', async () => {
    const { json } = await preview(off({ search: word }));
    const answer = await run({ ...off({ search: word }), fingerprint: json.fingerprint });
    expect(answer.json).toEqual({ message: '2 users deactivated.', users: 2 });
    expect(await activeOf([anna, bo, admin])).toEqual([false, false, true]);
    expect((await server.call(getUser, { as: anna.as, params: { telegramId: bo.telegramId } })).status).toBe(401);
    const { rows } = await server.context.pool.query(
      'SELECT count(*)::int AS sessions FROM sessions WHERE ended_at IS NULL AND user_id = ANY ($1)',
      [[anna.id, bo.id]],
    );
    expect(rows).toEqual([{ sessions: 0 }]);
    expect(await eventsOf(json.fingerprint)).toEqual([
      {
        event: 'users_deactivated',
        admin_id: admin.id,
        target_id: null,
        details: { owners: 2, users: [anna.id, bo.id].sort(), fingerprint: json.fingerprint },
      },
    ]);
    const { acts } = (await server.call(listUserActs, { as: admin.as, params: { telegramId: anna.telegramId } })).json;
    expect(acts).toMatchObject([{ act: 'users_deactivated', details: {}, summary: '2 users' }]);
    return answer;
  });
  refuses(
    'if other users match than in the preview',
    { code: 'admin.users_changed', sentence: /^Other users match now/ },
    async () => {
      const { json } = await preview(off({ search: word }));
      const late = await signUp(server);
      await server.context.pool.query('UPDATE users SET last_name = $1 WHERE id = $2', [word, late.id]);
      return () => run({ ...off({ search: word }), fingerprint: json.fingerprint });
    },
  );
  refuses(
    'of more than 10,000 users',
    { code: 'admin.too_many_users', sentence: /^More than 10,000 users match/ },
    async () => {
      await manyUsers('throng', 10_001);
      return () => run({ ...off({ search: 'throng' }), fingerprint: 'x' });
    },
  );
});

test('a repeated call changes nothing, also after the users were activated again, and a new preview can', async () => {
  const body = { ...off({ search: word }), fingerprint: (await preview(off({ search: word }))).json.fingerprint };
  const both = await Promise.all([run(body), run(body)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await eventsOf(body.fingerprint)).toHaveLength(1);
  await runNow({ users: { search: word }, is_active: true });
  expect(await activeOf([anna, bo])).toEqual([true, true]);
  expect((await run(body)).json).toEqual({ message: '2 users deactivated.', users: 2 });
  expect(await activeOf([anna, bo])).toEqual([true, true]);
  expect((await runNow(off({ search: word }))).json.users).toBe(2);
  expect(await activeOf([anna, bo])).toEqual([false, false]);
});

test('of two admins who deactivate each other in batches, one stays active', async () => {
  const [one, two] = [await signUpAdmin(server), await signUpAdmin(server)];
  const bodies = await Promise.all(
    [two, one].map(async ({ telegramId }, index) => {
      const body = off({ telegram_ids: [telegramId] });
      return { ...body, fingerprint: (await preview(body, index ? two.as : one.as)).json.fingerprint };
    }),
  );
  const answers = await Promise.all(bodies.map((body, index) => run(body, index ? two.as : one.as)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect((await activeOf([one, two])).sort()).toEqual([false, true]);
});

test('a deactivation waits for a `submitting` that holds the user, as a single one does', async () => {
  const holder = await server.context.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM users WHERE id = $1 FOR KEY SHARE', [bo.id]);
  const answer = runNow(off({ telegram_ids: [anna.telegramId, bo.telegramId] }));
  await waitForLockWait(db());
  await holder.query('COMMIT');
  holder.release();
  expect((await answer).json.users).toBe(2);
});

test('1,100 users are changed or none: after a failure nothing is, and the repeated call changes all of them once', async () => {
  await manyUsers('legion', 1_100);
  const { json } = await preview(off({ search: 'legion' }));
  const body = { ...off({ search: 'legion' }), fingerprint: json.fingerprint };
  const countActive = async () =>
    (await server.context.pool.query("SELECT 1 FROM users WHERE is_active AND username LIKE 'legion%'")).rowCount;
  // The 700th user can not be changed.
  await server.context.pool.query(
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'a fault'; END $$;
     CREATE TRIGGER fault BEFORE UPDATE ON users FOR EACH ROW WHEN (OLD.username = 'legion700') EXECUTE FUNCTION fail()`,
  );
  expect((await run(body)).status).toBe(500);
  expect((await run(body)).status).toBe(500);
  expect(await countActive()).toBe(1_100);
  await server.context.pool.query('DROP TRIGGER fault ON users; DROP FUNCTION fail()');
  for (const _ of ['first', 'repeated'])
    expect((await run(body)).json).toEqual({ message: '1,100 users deactivated.', users: 1_100 });
  expect(await countActive()).toBe(0);
  expect((await eventsOf(json.fingerprint)).map(({ details }) => details.owners)).toEqual([1_100]);
});

test('the filter by pages selects the same users in the list, in the file and in a batch', async () => {
  const name = `Luna ${anna.telegramId}`;
  await buildPage(db(), anna.id, { name });
  const { guid } = await buildPage(db(), bo.id, { name });
  await server.context.pool.query('UPDATE pages SET unlinked_at = now() WHERE guid = $1', [guid]);
  for (const page of [name.toUpperCase(), `@${name}`]) {
    const { json: listed } = await server.call(listUsers, { as: admin.as, query: { page } });
    expect(listed.map(({ telegram_id }) => telegram_id)).toEqual([anna.telegramId]);
    const { json } = await server.call(exportUsers, { as: admin.as, body: { page } });
    const file = await fetch(new URL(json.download_url, server.baseUrl));
    expect(readCsv(await file.text()).map((row) => row['Telegram ID'])).toEqual([anna.telegramId]);
    expect((await preview(off({ page }))).json.users).toBe(1);
  }
  await server.call(updateUser, { as: admin.as, params: { telegramId: anna.telegramId }, body: { is_active: false } });
  expect((await preview(off({ page: name }))).json).toMatchObject({ users: 0, unchanged: 1 });
});
