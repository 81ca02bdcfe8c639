import {
  addRunnerPage,
  createLinkRequest,
  createRunner,
  endRunner,
  listRunners,
  listUserPages,
  MAX_PAGES_PER_USER,
  MAX_RUNNERS_PER_USER,
  pairRunner,
  pollDevice,
  readRunner,
  setAwakePages,
  updateUser,
  verifyLinking,
} from '@flyerdeck/contracts';
import { buildPage, insertRunner } from '../factories.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { type Person, signUp, signUpAdmin } from './people.testing.ts';

const server = useTestServer();
const create = async () => (await server.call(createRunner, { body: { host_name: 'Studio', version: '1.0.0' } })).json;
const expireCode = () => server.context.pool.query('UPDATE runners SET code_expires_at = now() WHERE owner_id IS NULL');

/** The linking token of a browser, and its device's secret. */
async function browser(creatorId: string) {
  const page = { creator_id: creatorId, name: 'Ada', username: 'ada', avatar_url: null };
  return (await server.call(createLinkRequest, { body: { page, extension_version: '1.0.0' } })).json;
}

async function signUpWithRunner() {
  const owner = await signUp(server);
  return { owner, runner: await insertRunner(server.context.pool, owner.id) };
}

/** Adds a page to the runner, and makes it active. */
async function addPage(runner: { readonly secret: string }, creatorId: string) {
  const device = await browser(creatorId);
  const { json } = await server.call(addRunnerPage, { as: runner.secret, body: { token: device.linking_token } });
  return { guid: json.guid, secret: device.device_secret };
}
const runnerOfPage = async (owner: Person) =>
  (await server.call(listUserPages, { as: owner.as })).json.pages[0]?.runner;

describeCall(server, createRunner, ({ succeeds }) => {
  succeeds(
    'answers a code of eight characters that are easy to tell apart, and a secret that is not paired yet',
    async () => {
      const answer = await server.call(createRunner, { body: { host_name: 'Studio', version: '1.0.0' } });
      expect(answer.json.pairing_code).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/);
      expect((await server.call(readRunner, { as: answer.json.secret })).json).toMatchObject({
        is_paired: false,
        pages: [],
      });
    },
  );
});

describeCall(server, pairRunner, ({ succeeds, refuses }) => {
  succeeds('names the machine that shows the code, however the code is typed, then pairs it', async () => {
    const { as } = await signUp(server);
    const { pairing_code: code, secret } = await create();
    const typed = ` ${code.toLowerCase().replace('-', ' ')}`;
    const named = await server.call(pairRunner, { as, body: { pairing_code: typed } });
    expect(named.json).toMatchObject({ host_name: 'Studio', is_paired: false });
    expect((await server.call(readRunner, { as: secret })).json.is_paired).toBe(false);
    const answer = await server.call(pairRunner, { as, body: { pairing_code: code, confirm: true } });
    expect(answer.json).toEqual({ ...named.json, is_paired: true });
    expect((await server.call(readRunner, { as: secret })).json.is_paired).toBe(true);
    expect((await server.call(listRunners, { as })).json.runners).toMatchObject([
      { host_name: 'Studio', version: '1.0.0', is_connected: false, pages: 0, awake: 0 },
    ]);
  });
  refuses('when no runner shows the code', 'runner.unknown_code', async () => {
    const { as } = await signUp(server);
    return () => server.call(pairRunner, { as, body: { pairing_code: 'AAAA-AAAA' } });
  });
  refuses('when the code was used', 'runner.unknown_code', async () => {
    const { pairing_code: code } = await create();
    await server.call(pairRunner, { as: (await signUp(server)).as, body: { pairing_code: code, confirm: true } });
    const { as } = await signUp(server);
    return () => server.call(pairRunner, { as, body: { pairing_code: code } });
  });
  refuses('when the code has expired', 'runner.unknown_code', async () => {
    const { as } = await signUp(server);
    const { pairing_code: code } = await create();
    await expireCode();
    return () => server.call(pairRunner, { as, body: { pairing_code: code } });
  });
  refuses('when the user has the most runners', 'runner.too_many', async () => {
    const owner = await signUp(server);
    for (let n = 0; n < MAX_RUNNERS_PER_USER; n++) await insertRunner(server.context.pool, owner.id);
    const { pairing_code: code } = await create();
    return () => server.call(pairRunner, { as: owner.as, body: { pairing_code: code, confirm: true } });
  });
});

test('two people who enter a code at the same time do not both get the runner', async () => {
  const { pairing_code: code } = await create();
  const people = await Promise.all([signUp(server), signUp(server), signUp(server)]);
  const answers = await Promise.all(
    people.map(({ as }) => server.call(pairRunner, { as, body: { pairing_code: code, confirm: true } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
});

describeCall(server, addRunnerPage, ({ succeeds, refuses }) => {
  succeeds("links the page to the runner's owner, asleep", async () => {
    const { owner, runner } = await signUpWithRunner();
    const device = await browser('added');
    const answer = await server.call(addRunnerPage, { as: runner.secret, body: { token: device.linking_token } });
    expect(await runnerOfPage(owner)).toEqual({ host_name: 'Office', state: 'asleep' });
    expect((await server.call(readRunner, { as: runner.secret })).json.pages).toEqual([answer.json]);
    expect((await server.call(pollDevice, { as: device.device_secret })).json.page).toMatchObject({ linked: true });
  });
  refuses('before it is paired', 'runner.not_paired', async () => {
    const [{ secret }, device] = [await create(), await browser('early')];
    return () => server.call(addRunnerPage, { as: secret, body: { token: device.linking_token } });
  });
  refuses(
    'while another browser posts for the page',
    { code: 'linking.would_replace', sentence: /Confirm that this browser takes its place/ },
    async () => {
      const { owner, runner } = await signUpWithRunner();
      const [first, second] = [await browser('taken'), await browser('taken')];
      await server.call(verifyLinking, { as: owner.as, body: { token: first.linking_token } });
      return () => server.call(addRunnerPage, { as: runner.secret, body: { token: second.linking_token } });
    },
  );
  for (const [when, code, spoil] of [
    ['unknown', 'linking.unknown_token', null],
    ['used', 'linking.used_token', 'bound_at = now(), page_guid = (SELECT guid FROM pages LIMIT 1), voided_at = now()'],
    ['expired', 'linking.expired_token', "token_expires_at = now() - interval '1 second'"],
  ] as const) {
    refuses(`when the token is ${when}`, { code, sentence: /linking token/ }, async () => {
      const { owner, runner } = await signUpWithRunner();
      await buildPage(server.context.db, owner.id);
      const device = await browser(when);
      if (spoil) await server.context.pool.query(`UPDATE devices SET ${spoil} WHERE id = $1`, [device.device_id]);
      const token = spoil ? device.linking_token : 'made-up';
      return () => server.call(addRunnerPage, { as: runner.secret, body: { token } });
    });
  }
  refuses('when the owner has the most pages', { code: 'page.too_many', sentence: /pages can be linked/ }, async () => {
    const { owner, runner } = await signUpWithRunner();
    await server.context.pool.query(
      "INSERT INTO pages (owner_id, creator_id) SELECT $1, 'many-' || n FROM generate_series(1, $2::int) n",
      [owner.id, MAX_PAGES_PER_USER],
    );
    const device = await browser('one more');
    return () => server.call(addRunnerPage, { as: runner.secret, body: { token: device.linking_token } });
  });
});

describeCall(server, setAwakePages, ({ succeeds }) => {
  succeeds('replaces the list of running browsers, of its own pages only', async () => {
    const [mine, theirs] = [await signUpWithRunner(), await signUpWithRunner()];
    const [own, foreign] = [await addPage(mine.runner, 'own'), await addPage(theirs.runner, 'foreign')];
    await server.call(setAwakePages, {
      as: mine.runner.secret,
      body: { guids: [own.guid, foreign.guid] },
    });
    expect(await runnerOfPage(mine.owner)).toMatchObject({ state: 'awake' });
    expect(await runnerOfPage(theirs.owner)).toMatchObject({ state: 'asleep' });
    await server.call(setAwakePages, { as: mine.runner.secret, body: { guids: [] } });
    expect(await runnerOfPage(mine.owner)).toMatchObject({ state: 'asleep' });
  });
});

describeCall(server, readRunner, ({ succeeds }) => {
  succeeds('answers that it is paired, and its pages', async () => {
    const { runner } = await signUpWithRunner();
    const answer = await server.call(readRunner, { as: runner.secret });
    expect(answer.json).toEqual({ is_paired: true, pages: [] });
  });
});

test('a runner whose owner is deactivated is refused', async () => {
  const { owner, runner } = await signUpWithRunner();
  const admin = await signUpAdmin(server);
  await server.call(updateUser, { as: admin.as, params: { telegramId: owner.telegramId }, body: { is_active: false } });
  expect((await server.call(readRunner, { as: runner.secret })).status).toBe(401);
});

describeCall(server, listRunners, ({ succeeds }) => {
  succeeds('counts pages, running browsers and pages that wait for a person', async () => {
    const { owner, runner } = await signUpWithRunner();
    const [page] = [await addPage(runner, 'one'), await addPage(runner, 'two')];
    await server.call(setAwakePages, { as: runner.secret, body: { guids: [page.guid] } });
    await server.call(pollDevice, { as: page.secret, body: { health: 'logged_out' } });
    const answer = await server.call(listRunners, { as: owner.as });
    expect(answer.json.runners).toMatchObject([{ host_name: 'Office', pages: 2, awake: 1, logged_out: 1 }]);
  });
});

describeCall(server, endRunner, ({ succeeds }) => {
  succeeds('refuses its secret and those of its browsers, and keeps its pages', async () => {
    const { owner, runner } = await signUpWithRunner();
    const page = await addPage(runner, 'kept');
    await server.call(endRunner, { as: owner.as, params: { id: runner.id } });
    expect((await server.call(readRunner, { as: runner.secret })).status).toBe(401);
    expect((await server.call(pollDevice, { as: page.secret })).json.page).toEqual({
      guid: page.guid,
      linked: false,
      unlinked_reason: 'runner_ended',
    });
    expect(await runnerOfPage(owner)).toEqual({ host_name: 'Office', state: 'ended' });
    expect((await server.call(listRunners, { as: owner.as })).json.runners).toEqual([]);
  });
});
