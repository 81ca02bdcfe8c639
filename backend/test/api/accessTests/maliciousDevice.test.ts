import { randomUUID } from 'node:crypto';
import { createLinkRequest, type Endpoint, pollDevice, reportSubmitting } from '@flyerdeck/contracts';
import { newSecret } from '../../../src/server/security/secrets.ts';
import { deviceOf, expireLease } from '../../deviceCalls.ts';
import { useTestServer } from '../../testServer.ts';
import { watchChanges } from '../databaseFingerprint.testing.ts';
import {
  refusal,
  requestOf,
  type SentRequest,
  send,
  signUpWithEverything,
  type UserData,
  withAccess,
} from './everyCall.testing.ts';

/** The caller is a device linked to its own page, with ids and claim tokens of other devices' postings. */

const server = useTestServer();

let mine: UserData;
let theirs: UserData;
/** Its lease ended, and the posting was claimed again. */
let slow: UserData;
beforeAll(async () => {
  mine = await signUpWithEverything(server);
  theirs = await signUpWithEverything(server);
  slow = await signUpWithEverything(server);
  await expireLease(server.context.db, slow.claimed.id);
  const again = await deviceOf(server.context.db, slow.busyPage).claim();
  expect(again.id).toBe(slow.claimed.id);
});

async function outcomeOf(endpoint: Endpoint, sent: SentRequest, as = mine.busyPage.deviceSecret) {
  const { result, changed } = await watchChanges(server.context.pool, () => send(server, endpoint, { ...sent, as }));
  return { ...refusal(result), changed };
}
const refused = (status: number, code: string) => ({ status, code, changed: [] });

async function expectInvalid(endpoint: Endpoint, bodies: readonly unknown[], params?: SentRequest['params']) {
  const as = mine.busyPage.deviceSecret;
  const { result, changed } = await watchChanges(server.context.pool, async () => {
    const answers: unknown[] = [];
    for (const body of bodies) answers.push([body, refusal(await send(server, endpoint, { params, body, as }))]);
    return answers;
  });
  expect(result).toEqual(bodies.map((body) => [body, { status: 400, code: 'invalid_request' }]));
  expect(changed).toEqual([]);
}

test.each(withAccess('user', 'admin'))('%s refuses the secret of a device [S8.2-3]', async (name, endpoint) => {
  const as = mine.busyPage.deviceSecret;
  const { result, changed } = await watchChanges(server.context.pool, () =>
    Promise.all([mine, theirs].map((data) => send(server, endpoint, { ...requestOf(name, data), as }))),
  );
  expect(result.map(refusal)).toEqual(Array(2).fill({ status: 401, code: 'auth.required' }));
  expect(changed).toEqual([]);
});

const deviceCalls = withAccess('device');
const reports = deviceCalls.filter(([, { params }]) => params);

test.each(withAccess('runner'))('%s refuses the secret of a device [S8.2-3]', async (name, endpoint) => {
  expect(await outcomeOf(endpoint, requestOf(name, mine))).toEqual(refused(401, 'auth.invalid'));
});

test('every device call except polls, feed checks and those of site packs is a report about one posting', () => {
  const others = deviceCalls.filter(([, { params }]) => !params).map(([name]) => name);
  expect(others).toEqual(['pollDevice', 'createStructureReport', 'listFeedChecks', 'reportFeedChecks']);
  for (const [, { body }] of reports) expect(body?.required).toContain('claim_token');
});

describe.each(reports)('%s', (name, endpoint) => {
  const requestAbout = (
    of: UserData,
    { id = of.claimed.id, token = of.claimed.claimToken }: { id?: string; token?: string },
  ) => {
    const { body } = requestOf(name, of);
    return { params: { id }, body: { ...(body as object), claim_token: token } };
  };

  test("refuses another page's posting, even with the claim token of that posting [S8.2-3]", async () => {
    expect(await outcomeOf(endpoint, requestAbout(theirs, {}))).toEqual(refused(404, 'posting.not_found'));
    const token = mine.claimed.claimToken;
    expect(await outcomeOf(endpoint, requestAbout(theirs, { token }))).toEqual(refused(404, 'posting.not_found'));
  });

  test('refuses a posting that does not exist [S8.2-3]', async () => {
    const made = requestAbout(mine, { id: randomUUID() });
    expect(await outcomeOf(endpoint, made)).toEqual(refused(404, 'posting.not_found'));
  });

  test("refuses an unknown claim token and another posting's claim token [S8.2-3]", async () => {
    for (const token of [newSecret(), 'x', theirs.claimed.claimToken]) {
      expect(await outcomeOf(endpoint, requestAbout(mine, { token }))).toEqual(refused(409, 'posting.claim_lost'));
    }
  });

  test('refuses the token of a claim with an expired lease after the posting was claimed again [S8.2-3]', async () => {
    const stale = requestAbout(slow, {});
    expect(await outcomeOf(endpoint, stale, slow.busyPage.deviceSecret)).toEqual(refused(409, 'posting.claim_lost'));
  });

  test('refuses a body of a wrong type, with another claim token than a text, with an unknown field or of 3 MB [S8.2-3]', async () => {
    const { body, params } = requestAbout(mine, {});
    const tokens = [1, null, true, {}, [], '', 'x'.repeat(201), { $ne: '' }];
    const bodies = [...tokens.map((claim_token) => ({ ...body, claim_token })), [], [body], 'text'];
    await expectInvalid(endpoint, [...bodies, { ...body, guid: theirs.page.guid }], params);
    const large = { ...body, claim_token: 'x'.repeat(3_000_000) };
    expect(await outcomeOf(endpoint, { params, body: large })).toEqual(refused(413, 'request.too_large'));
  });
});

describe('pollDevice', () => {
  test('refuses a body that names another page, has wrong types or 3 MB [S8.2-3]', async () => {
    await expectInvalid(pollDevice, [
      { page: { guid: theirs.page.guid } },
      { device_id: randomUUID() },
      { counts: { home: -1, notifications: 0, messages: 0 } },
      { counts: 'many' },
      { health: 'fine' },
      { page: { avatar_url: 'javascript:alert(1)' } },
      [],
    ]);
    const large = { page: { name: 'x'.repeat(3_000_000) } };
    expect(await outcomeOf(pollDevice, { body: large })).toEqual(refused(413, 'request.too_large'));
  });

  test('changes only its own page', async () => {
    const body = { page: { name: 'Renamed', username: 'other' }, health: 'ok', time_zone: 'Europe/Berlin' };
    const poll = () => send(server, pollDevice, { as: mine.busyPage.deviceSecret, body });
    const { result, changed } = await watchChanges(server.context.pool, poll, [mine.busyPage.guid]);
    expect(result.status).toBe(200);
    expect(JSON.parse(result.text).page).toEqual({ guid: mine.busyPage.guid, linked: true });
    expect(changed).toEqual([]);
  });

  test('returns no posting to a replaced device', async () => {
    await server.context.pool.query('UPDATE devices SET voided_at = now() WHERE page_guid = $1', [slow.page.guid]);
    const poll = () => send(server, pollDevice, { as: slow.page.deviceSecret, body: { page: { name: 'Mine' } } });
    const { result, changed } = await watchChanges(server.context.pool, poll);
    expect(JSON.parse(result.text)).toMatchObject({ page: { linked: false }, posting: null });
    expect(changed.filter((table) => table !== 'public.devices')).toEqual([]);
  });
});

test("a link request for another user's page does not change that page and gets no postings", async () => {
  const { rows } = await server.context.pool.query('SELECT creator_id FROM pages WHERE guid = $1', [theirs.page.guid]);
  const page = { creator_id: rows[0].creator_id, name: 'Mine now', username: 'mine', avatar_url: null };
  const link = { body: { page, extension_version: '1.0.0' } };
  expect(await outcomeOf(createLinkRequest, link)).toEqual({
    status: 201,
    code: undefined,
    changed: ['public.devices'],
  });
  const device = await send(server, createLinkRequest, link);
  const as = JSON.parse(device.text).device_secret;
  const answer = await send(server, pollDevice, { as, body: {} });
  expect(JSON.parse(answer.text)).toMatchObject({ page: null, posting: null });
  const report = requestOf('reportSubmitting', theirs);
  expect(await outcomeOf(reportSubmitting, report, as)).toEqual(refused(404, 'posting.not_found'));
});
