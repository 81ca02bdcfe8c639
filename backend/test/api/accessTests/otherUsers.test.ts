import { randomUUID } from 'node:crypto';
import {
  createLinkRequest,
  type Endpoint,
  NO_RULES,
  pollDevice,
  reportSubmitting,
  updateAssistant,
} from '@flyerdeck/contracts';
import { newSecret } from '../../../src/server/security/secrets.ts';
import { deviceOf, expireLease } from '../../deviceCalls.ts';
import { useTestServer } from '../../testServer.ts';
import { watchChanges } from '../databaseFingerprint.testing.ts';
import type { Person } from '../people.testing.ts';
import {
  CALENDAR_RANGE,
  ENDS_DATA,
  refusal,
  requestOf,
  type SentRequest,
  send,
  signUpWithEverything,
  type UserData,
  withAccess,
} from './everyCall.testing.ts';

/** The caller is a signed-in user without admin rights, or a device, with own data and with all ids of another user's data. */

const server = useTestServer();

let theirs: UserData;
/** Data of the caller of those calls that only read or are refused. */
let shared: UserData;
/** Its lease ended, and the posting was claimed again. */
let slow: UserData;
beforeAll(async () => {
  theirs = await signUpWithEverything(server);
  shared = await signUpWithEverything(server);
  slow = await signUpWithEverything(server);
  await expireLease(server.context.db, slow.claimed.id);
  const again = await deviceOf(server.context.db, slow.busyPage).claim();
  expect(again.id).toBe(slow.claimed.id);
});

/** Makes the call. `changed`: the tables in which rows changed that may not be changed. */
async function call(caller: Person, endpoint: Endpoint, sent: SentRequest, { mayChangeOwn = false } = {}) {
  const work = () => send(server, endpoint, { ...sent, as: caller.as });
  const { result, changed } = await watchChanges(server.context.pool, work, mayChangeOwn ? [caller.id] : []);
  return { ...result, changed };
}

const outcome = ({ changed, ...answer }: Awaited<ReturnType<typeof call>>) => ({ ...refusal(answer), changed });

test.each(withAccess('admin'))(
  '%s, an admin call, refuses a user without admin rights [S8.2-2, S14.2-3, S14.2-8]',
  async (name, endpoint) => {
    const answer = await call(shared.owner, endpoint, requestOf(name, theirs));
    expect(outcome(answer)).toEqual({ status: 403, code: 'auth.not_admin', changed: [] });
  },
);

test.each(withAccess('device', 'runner'))(
  '%s, a call of a program, refuses a user with a session [S8.2-2]',
  async (name, endpoint) => {
    const answer = await call(shared.owner, endpoint, requestOf(name, theirs));
    expect(outcome(answer)).toEqual({ status: 401, code: 'auth.required', changed: [] });
  },
);

const withParams = withAccess('user').filter(([, { params }]) => params);
const withoutParams = withAccess('user').filter(([, { params }]) => !params);

describe.each(withParams)('%s with an id in its path', (name, endpoint) => {
  test("answers another user's id as an id that does not exist [2.1-24, S8.2-2]", async () => {
    const sent = requestOf(name, theirs);
    const answer = await call(shared.owner, endpoint, sent);
    expect(outcome(answer)).toEqual({
      status: 404,
      code: endpoint.errors?.[404]?.[0],
      changed: [],
    });
    const params = Object.fromEntries(Object.keys(sent.params ?? {}).map((key) => [key, randomUUID()]));
    expect((await call(shared.owner, endpoint, { ...sent, params })).text).toBe(answer.text);
  });
});

/** All ids and tokens of a user's data. */
const idsOf = ({ owner, admin, page, busyPage, claimed, ...ids }: UserData) => [
  owner.id,
  owner.telegramId,
  admin.telegramId,
  page.guid,
  busyPage.guid,
  claimed.id,
  ...Object.values(ids),
];

const namesIds = ({ body, query }: Endpoint) => JSON.stringify([body, query]).includes('"format":"uuid"');

describe.each(withoutParams.filter(([, endpoint]) => !namesIds(endpoint)))('%s without ids', (name, endpoint) => {
  test("neither changes nor shows another user's data [S8.2-2]", async () => {
    const mine = ENDS_DATA.flat().includes(name) ? await signUpWithEverything(server) : shared;
    const answer = await call(mine.owner, endpoint, requestOf(name, mine), { mayChangeOwn: true });
    // Stars are off here. stars.test.ts shows for whom an invoice is.
    const status = name === 'createStarsInvoice' ? 409 : endpoint.status;
    expect(answer).toMatchObject({ status, changed: ownTablesOf(name) });
    for (const id of idsOf(theirs)) expect(answer.text).not.toContain(id);
  });
});

/** Tables whose changed rows belong to the caller but do not contain the caller's id, sorted by name. */
const ownTablesOf = (name: string): string[] => OWN_TABLES[name] ?? [];
const OWN_TABLES: Readonly<Record<string, string[]>> = {
  pairRunner: ['public.runners'],
  // The transitions of the retried postings, whose own rows contain the caller's id.
  retryAttention: ['public.posting_transitions'],
  // The job that sends the message.
  sendComputerLink: ['graphile_worker._private_jobs'],
  verifyLinking: ['public.devices'],
  // backend/src/accounts/privacy/erasure.test.ts compares every row of other users.
  eraseAccount: ['graphile_worker._private_jobs', 'public.devices', 'public.posting_transitions', 'public.repeats'],
};

interface MixedRequest {
  readonly sent: (mine: UserData) => SentRequest;
  readonly status: number;
  readonly code?: string;
  readonly text?: RegExp;
}

/** Calls with ids in their body or query: about the caller's own data, with another user's id inside. */
const mixedRequests: Readonly<Record<string, MixedRequest>> = {
  updateAssistant: {
    sent: (mine) => ({ params: { id: mine.waitingAssistant }, body: { preset_id: theirs.preset } }),
    status: 422,
    code: 'preset.not_found',
  },
  reorderTasks: {
    sent: (mine) => ({ params: { id: mine.waitingAssistant }, body: { task_ids: [theirs.waitingTask] } }),
    status: 422,
    code: 'task.order_mismatch',
  },
  updateTagsOfPages: {
    sent: (mine) => ({ body: { guids: [mine.page.guid, theirs.page.guid], add: ['vip'], remove: [] } }),
    status: 404,
    code: 'page.not_found',
  },
  setLimitsOfPages: {
    sent: (mine) => ({ body: { guids: [mine.page.guid, theirs.page.guid], limits: null } }),
    status: 404,
    code: 'page.not_found',
  },
  unlinkPages: {
    sent: (mine) => ({ body: { guids: [mine.page.guid, theirs.page.guid] } }),
    status: 404,
    code: 'page.not_found',
  },
  retryTask: {
    sent: (mine) => ({ params: { id: mine.task }, body: { page_posting_ids: [theirs.failedPosting] } }),
    status: 200,
    text: /"retried":0\b/,
  },
  getTask: {
    sent: (mine) => ({ params: { id: mine.task }, query: { posting_id: theirs.failedPosting } }),
    status: 200,
    text: /"page_postings":\[\],"timeline":\[\]/,
  },
  listEntries: {
    sent: () => ({ query: { time_zone: 'UTC', page_guid: theirs.page.guid } }),
    status: 200,
    text: /"transactions":\[\]/,
  },
  createAssistant: {
    sent: () => ({ body: { copy_of: theirs.assistant } }),
    status: 404,
    code: 'assistant.not_found',
  },
  queueSheet: {
    sent: () => ({
      body: { key: 'key', name: 'Sheet', rows: [], assistant_id: theirs.waitingAssistant, task_ids: [] },
    }),
    status: 404,
    code: 'assistant.not_found',
  },
  listCalendar: {
    sent: () => ({ query: { ...CALENDAR_RANGE, assistant_id: theirs.assistant } }),
    status: 200,
    text: /^\{"pages":\[\],"total_pages":0,/,
  },
  createPreset: {
    sent: () => ({ body: { name: 'Morning', rules: theirRules() } }),
    status: 422,
    code: 'rules.unknown_page',
  },
  updatePreset: {
    sent: (mine) => ({ params: { id: mine.preset }, body: { name: 'Mine', rules: theirRules() } }),
    status: 422,
    code: 'rules.unknown_page',
  },
};

const theirRules = () => ({ ...NO_RULES, target_pages: [theirs.page.guid] });
const takingIds = withAccess('user').filter(([, endpoint]) => namesIds(endpoint));

test('every call that takes ids in its body or query is tested', () => {
  expect(Object.keys(mixedRequests).sort()).toEqual(takingIds.map(([name]) => name).sort());
});

test.each(takingIds)(
  "%s changes nothing when its body or query contains another user's id [S8.2-2]",
  async (name, endpoint) => {
    const { sent, status, code, text = /./ } = mixedRequests[name] as MixedRequest;
    const answer = await call(shared.owner, endpoint, sent(shared));
    expect(outcome(answer)).toEqual({ status, code, changed: [] });
    expect(answer.text).toMatch(text);
  },
);

test("an assistant's rules cannot contain another user's page", async () => {
  const params = { id: shared.waitingAssistant };
  const answer = await call(shared.owner, updateAssistant, { params, body: { posting_rules: theirRules() } });
  expect(outcome(answer)).toEqual({ status: 422, code: 'rules.unknown_page', changed: [] });
});

async function outcomeOf(endpoint: Endpoint, sent: SentRequest, as = shared.busyPage.deviceSecret) {
  const { result, changed } = await watchChanges(server.context.pool, () => send(server, endpoint, { ...sent, as }));
  return { ...refusal(result), changed };
}
const refused = (status: number, code: string) => ({ status, code, changed: [] });

test.each(withAccess('user', 'admin'))('%s refuses the secret of a device [S8.2-3]', async (name, endpoint) => {
  const as = shared.busyPage.deviceSecret;
  const { result, changed } = await watchChanges(server.context.pool, () =>
    Promise.all([shared, theirs].map((data) => send(server, endpoint, { ...requestOf(name, data), as }))),
  );
  expect(result.map(refusal)).toEqual(Array(2).fill({ status: 401, code: 'auth.required' }));
  expect(changed).toEqual([]);
});

const deviceCalls = withAccess('device');
const reports = deviceCalls.filter(([, { params }]) => params);

test.each(withAccess('runner'))('%s refuses the secret of a device [S8.2-3]', async (name, endpoint) => {
  expect(await outcomeOf(endpoint, requestOf(name, shared))).toEqual(refused(401, 'auth.invalid'));
});

test('every device call except polls, feed checks and those of site packs is a report about one posting', () => {
  const others = deviceCalls.filter(([, { params }]) => !params).map(([name]) => name);
  expect(others.sort()).toEqual(['createStructureReport', 'listFeedChecks', 'pollDevice', 'reportFeedChecks']);
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
    const token = shared.claimed.claimToken;
    expect(await outcomeOf(endpoint, requestAbout(theirs, { token }))).toEqual(refused(404, 'posting.not_found'));
  });

  test('refuses a posting that does not exist [S8.2-3]', async () => {
    const made = requestAbout(shared, { id: randomUUID() });
    expect(await outcomeOf(endpoint, made)).toEqual(refused(404, 'posting.not_found'));
  });

  test("refuses an unknown claim token and another posting's claim token [S8.2-3]", async () => {
    for (const token of [newSecret(), 'x', theirs.claimed.claimToken]) {
      expect(await outcomeOf(endpoint, requestAbout(shared, { token }))).toEqual(refused(409, 'posting.claim_lost'));
    }
  });

  test('refuses the token of a claim with an expired lease after the posting was claimed again [S8.2-3]', async () => {
    const stale = requestAbout(slow, {});
    expect(await outcomeOf(endpoint, stale, slow.busyPage.deviceSecret)).toEqual(refused(409, 'posting.claim_lost'));
  });
});

describe('pollDevice', () => {
  test('changes only its own page', async () => {
    const body = { page: { name: 'Renamed', username: 'other' }, health: 'ok', time_zone: 'Europe/Berlin' };
    const poll = () => send(server, pollDevice, { as: shared.busyPage.deviceSecret, body });
    const { result, changed } = await watchChanges(server.context.pool, poll, [shared.busyPage.guid]);
    expect(result.status).toBe(200);
    expect(JSON.parse(result.text).page).toEqual({ guid: shared.busyPage.guid, linked: true });
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
