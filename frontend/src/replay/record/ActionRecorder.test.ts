import {
  getBalance,
  getLinkingData,
  listPresets,
  listUserPages,
  me,
  signIn,
  signOut,
  verifyLinking,
} from '@flyerdeck/contracts';
import { MAX_PROBLEM_REPORT_BYTES } from '@flyerdeck/contracts/problemReports.values';
import { waitFor } from '@testing-library/react';
import { answer, refuse, useApiServer } from '../../../test/apiServer.ts';
import {
  buildBalance,
  buildLinkingData,
  buildPage,
  buildPreset,
  buildTask,
  buildUser,
  uuid,
} from '../../../test/builders.ts';
import { FakeSocket } from '../../../test/fakeSocket.ts';
import { buildDetailedPosting } from '../../../test/postingBuilders.ts';
import { fulfilled, pending } from '../../../test/queryActions.ts';
import { makeStore } from '../../app/store.ts';
import { creditsApi } from '../../data/credits/creditsApi.ts';
import { createLiveListeners } from '../../data/live/liveListeners.ts';
import { pagesApi } from '../../data/pages/pagesApi.ts';
import { presetsApi } from '../../data/presets/presetsSlice.ts';
import { logout, signInWithMiniApp } from '../../data/session/login.ts';
import { rootReducer } from '../../data/store/rootReducer.ts';
import { canonicalJson, ReplayedLog } from '../fold/ReplayedLog.ts';
import { clockTicked, LOG_FORMAT, LOG_VERSION, navigationChanged } from '../log/logFormat.ts';
import { readLog } from '../log/readLog.ts';
import { makeReport } from '../report/makeReport.ts';
import { ActionRecorder, currentRecorder } from './ActionRecorder.ts';
import { Redactor } from './Redactor.ts';

useApiServer();

type Limits = ConstructorParameters<typeof ActionRecorder>[0]['limits'];

const SESSION_TOKEN = 'sess-0123456789-abcdefghijklmnopqrstuvwxyz';
const LINKING_TOKEN = 'link-0123456789-abcdefghijklmnopqrstuvwxyz';
const HASH = '00112233445566778899aabbccddeeff';
const INIT_DATA = `query_id=AAH&user=%7B%22id%22%3A42%7D&auth_date=1&hash=${HASH}`;

function recordedStore(limits?: Limits, live: Parameters<typeof makeStore>[1] = []) {
  const onCleared = jest.fn();
  const recorder = new ActionRecorder({
    buildId: 'index-test',
    address: `/#tgWebAppData=${encodeURIComponent(INIT_DATA)}`,
    nowMs: 1_000,
    initData: INIT_DATA,
    onCleared,
    ...(limits && { limits }),
  });
  const store = makeStore(undefined, [...live, recorder.middleware]);
  return { recorder, store, onCleared, log: () => readLog(recorder.toJson()) };
}

async function signedIn(limits?: Limits, live?: Parameters<typeof makeStore>[1]) {
  answer(signIn, { session_token: SESSION_TOKEN, telegram_id: '42' });
  answer(me, buildUser({ telegram_id: '42' }));
  answer(listPresets, [buildPreset(), buildPreset({ id: uuid(31), name: 'Weekend' })]);
  answer(getBalance, buildBalance());
  answer(listUserPages, { pages: [buildPage()] });
  answer(getLinkingData, buildLinkingData());
  const recorded = recordedStore(limits, live);
  await recorded.store.dispatch(signInWithMiniApp({ id: 42 }, INIT_DATA));
  return recorded;
}
type Recorded = Awaited<ReturnType<typeof signedIn>>;

async function dispatchActions({ store }: Recorded, rounds = 1) {
  for (let round = 0; round < rounds; round++) {
    store.dispatch(navigationChanged({ address: `/verify-link/${LINKING_TOKEN}?round=${round}` }));
    await store.dispatch(pagesApi.endpoints.getLinkingData.initiate({ token: LINKING_TOKEN }));
    await store.dispatch(pagesApi.endpoints.verifyLinking.initiate({ body: { token: LINKING_TOKEN } }));
    store.dispatch(navigationChanged({ address: '/?view=credits' }));
    await store.dispatch(creditsApi.endpoints.getBalance.initiate(undefined, { forceRefetch: true }));
    await store.dispatch(presetsApi.endpoints.listPresets.initiate(undefined, { forceRefetch: true }));
    store.dispatch(clockTicked({ nowMs: 60_000 * (round + 1) }));
  }
}

test('the recorded log replays to the state of the app', async () => {
  const recorded = await signedIn();
  answer(verifyLinking, { message: 'Linked.', page: buildPage({ guid: uuid(2) }) });
  await dispatchActions(recorded);
  const log = recorded.log();
  const { state, address, nowMs } = new ReplayedLog(log).momentAt(log.entries.length);
  const expectedState = JSON.stringify(recorded.store.getState()).replaceAll(LINKING_TOKEN, 'redacted-4');
  expect(canonicalJson(state)).toBe(canonicalJson(JSON.parse(expectedState)));
  expect({ address, nowMs }).toEqual({ address: '/?view=credits', nowMs: 60_000 });
});

test('an action for which a reducer throws is in the log, with the exception, and throws again when it is replayed', async () => {
  const recorded = await signedIn();
  const before = recorded.store.getState();
  const broken = fulfilled('listUserPages', null, { args: undefined });
  expect(() => recorded.store.dispatch(broken)).toThrow(TypeError);
  const log = recorded.log();
  const [action, exception] = log.entries.slice(-2).map((entry) => entry.action);
  expect([action?.meta, exception]).toEqual([
    broken.meta,
    { type: 'exception/thrown', payload: expect.stringMatching(/^TypeError: /) },
  ]);
  const replayed = new ReplayedLog(log);
  expect(replayed.failure).toMatchObject({
    position: log.entries.length - 1,
    sentence: expect.stringContaining(String(exception?.payload)),
  });
  expect(canonicalJson(replayed.momentAt(log.entries.length).state)).toBe(canonicalJson(before));
});

test('the log contains no secret, neither in an action nor in its initial state', async () => {
  const recorded = await signedIn({ actions: 3, actionsPerChunk: 2, characters: 1e7 });
  refuse(verifyLinking, 404, { error: `No ${LINKING_TOKEN}.`, code: 'linking.unknown_token' });
  await dispatchActions(recorded);
  const unlimited = await signedIn();
  await dispatchActions(unlimited);
  for (const text of [recorded.recorder.toJson(), unlimited.recorder.toJson()]) {
    expect(text).toContain('redacted-');
    for (const secret of [SESSION_TOKEN, LINKING_TOKEN, INIT_DATA, HASH]) expect(text).not.toContain(secret);
  }
  // The keys of cached queries in the initial state contain the token.
  expect(JSON.stringify(recorded.log().base.state.api.queries)).toContain('getLinkingData({\\"token\\":\\"redacted-');
});

test('a log without its oldest actions starts from a later state and ends in the state of the app', async () => {
  const recorded = await signedIn({ actions: 12, actionsPerChunk: 5, characters: 1e7 });
  answer(verifyLinking, { message: 'Linked.', page: buildPage() });
  await dispatchActions(recorded, 5);
  const log = recorded.log();
  expect(log.entries.length).toBeLessThan(17);
  expect(log.entries[0]?.seq).toBeGreaterThan(30);
  expect(log.base.nowMs).toBeGreaterThan(1_000);
  const expectedState = JSON.stringify(recorded.store.getState()).replaceAll(LINKING_TOKEN, 'redacted-4');
  expect(canonicalJson(new ReplayedLog(log).momentAt(log.entries.length).state)).toBe(
    canonicalJson(JSON.parse(expectedState)),
  );
});

test('signing out clears the log', async () => {
  const recorded = await signedIn();
  await recorded.store.dispatch(presetsApi.endpoints.listPresets.initiate());
  expect(recorded.recorder.toJson()).toContain('Weekend');
  answer(signOut, undefined);
  await recorded.store.dispatch(logout());
  const log = recorded.log();
  expect(JSON.stringify(log)).not.toMatch(/Weekend|demo_admin/);
  expect(log.base.state.session.user).toBeNull();
  expect(recorded.onCleared).toHaveBeenCalled();
});

test('records the hints of the live channel, and a replay of them opens no connection and sends no request', async () => {
  const openSocket = jest.fn((url: string) => new FakeSocket(url));
  const recorded = await signedIn(undefined, [createLiveListeners(openSocket)]);
  const { store, log, recorder } = recorded;
  const shown = store.dispatch(presetsApi.endpoints.listPresets.initiate());
  await shown;
  answer(listPresets, [buildPreset({ name: 'Renamed elsewhere' })]);
  const socket = openSocket.mock.results[0]?.value as FakeSocket;
  socket.accept();
  socket.say({ type: 'changed', tags: ['Preset'] });
  await waitFor(() => expect(Object.values(store.getState().presets.entities)).toHaveLength(1));
  expect(recorder.toJson()).not.toContain(SESSION_TOKEN);

  const opened = jest.spyOn(globalThis, 'WebSocket');
  const fetched = jest.spyOn(globalThis, 'fetch');
  const replayed = new ReplayedLog(log());
  const types = replayed.log.entries.map(({ action }) => action.type);
  expect(types.filter((type) => type === 'live/changed')).toHaveLength(1);
  const position = types.indexOf('live/changed');
  expect(Object.values(replayed.momentAt(position + 1).state.presets.entities)).toHaveLength(2);
  expect(canonicalJson(replayed.momentAt(replayed.length).state)).toBe(canonicalJson(store.getState()));
  expect([openSocket.mock.calls.length, opened.mock.calls.length, fetched.mock.calls.length]).toEqual([1, 0, 0]);
  shown.unsubscribe();
});

const redact = (redactor: Redactor, value: object) => JSON.parse(redactor.toJson(value));

const TOKEN = 'q3w0Yb1u-session-token-of-a-user-x9';
const LINKING = 'Zk7_linking-token-that-works-once-0a1b';

test('replaces values under names of secrets, and each value always by the same placeholder [S14.2-8]', () => {
  const redactor = new Redactor();
  const first = redact(redactor, { body: { token: LINKING }, session_token: TOKEN });
  expect(first).toEqual({ body: { token: 'redacted-1' }, session_token: 'redacted-2' });
  expect(redact(redactor, { token: LINKING })).toEqual({ token: 'redacted-1' });
});

test('replaces a known secret inside of texts, keys and encoded texts [S14.2-8]', () => {
  const redactor = new Redactor();
  redact(redactor, { init_data: 'user=%7B%7D&auth_date=1&hash=0123456789abcdef0123456789abcdef' });
  redactor.addSecret(TOKEN);
  const shown = redact(redactor, {
    [`call({"token":"${TOKEN}"})`]: 1,
    message: `no ${TOKEN} here`,
    proof: 'x',
    list: [['0123456789abcdef0123456789abcdef']],
    encoded: encodeURIComponent('user=%7B%7D&auth_date=1&hash=0123456789abcdef0123456789abcdef'),
  });
  expect(JSON.stringify(shown)).not.toMatch(/0123456789abcdef|session-token-of-a-user/);
  expect(Object.keys(shown)[0]).toBe('call({"token":"redacted-3"})');
  expect(shown).toMatchObject({ message: 'no redacted-3 here', encoded: 'redacted-1' });
});

test('replaces a proof of several fields, and each of its secret fields in other texts [S14.2-8]', () => {
  const redactor = new Redactor();
  const hash = 'fedcba9876543210fedcba9876543210';
  expect(redact(redactor, { widget: { id: 42, hash } })).toEqual({ widget: 'redacted-2' });
  expect(redact(redactor, { text: `hash=${hash}` })).toEqual({ text: 'hash=redacted-1' });
});

test('replaces the whole secret when another secret is its beginning [S14.2-8]', () => {
  const redactor = new Redactor();
  redactor.addSecret(TOKEN.slice(0, 20));
  redactor.addSecret(TOKEN);
  expect(redact(redactor, [TOKEN])).toEqual(['redacted-2']);
});

test.each([
  ['/verify-link/Zk7_linking-token-that-works-once-0a1b?x=1', '/verify-link/redacted-1?x=1'],
  ['/auth/callback?id=1&hash=0123456789abcdef0123456789abcdef', '/auth/callback?id=1&hash=redacted-1'],
  ['/auth/callback?code=0123456789abcdef0123456789abcdef&state=1', '/auth/callback?code=redacted-1&state=1'],
])('replaces the secret in %s', (address, shown) => {
  const redactor = new Redactor();
  redactor.addAddressSecrets(address);
  expect(redactor.redactText(address)).toBe(shown);
});

const OTHERS_TEXT = 'Only tonight: "Vera" & friends';
const OWN_TEXT = 'Three free days with Luna';
const PLAIN = fulfilled('me', buildUser({ is_admin: false }), { args: undefined });
const ADMIN = fulfilled('me', buildUser({ is_admin: true }), { args: undefined });
const OWN = fulfilled('listTasks', [buildTask({ description: OWN_TEXT })], { args: {} });
const POSTINGS = fulfilled(
  'listDetailedPostings',
  { postings: [buildDetailedPosting({ description: OTHERS_TEXT })] },
  { args: {} },
);

function reportAfter(actions: readonly { type: string }[]) {
  const recorder = new ActionRecorder({ buildId: 'index-test', address: '/', nowMs: 0, secrets: [] });
  currentRecorder.instance = recorder;
  const store = makeStore(undefined, [recorder.middleware]);
  for (const action of actions) store.dispatch(action);
  return { ...makeReport('It is wrong.'), state: store.getState() };
}

const sizeOf = ({ log }: { log: string }) => Buffer.byteLength(log);

test('a log that is too large is sent with its newest actions, which lead to the same end', () => {
  const lists = Array.from({ length: 60 }, (_, n) =>
    fulfilled('listTasks', [buildTask({ _id: uuid(n % 3), description: 'ä'.repeat(50_000) })], { args: {} }),
  );
  const report = reportAfter([PLAIN, ...lists]);
  expect(report.is_cut).toBe(true);
  expect(sizeOf(report)).toBeLessThanOrEqual(MAX_PROBLEM_REPORT_BYTES);
  const log = new ReplayedLog(readLog(report.log));
  expect(log.length).toBeGreaterThan(5);
  expect(log.entryAt(log.length)?.seq).toBe(61);
  expect(canonicalJson(log.momentAt(log.length).state)).toBe(canonicalJson(report.state));
});

test("the user's own texts are in the report [S14.2-8]", () => {
  expect(reportAfter([PLAIN, OWN]).log).toContain(OWN_TEXT);
});

const answered = (action: object) => ({
  ...action,
  meta: {
    ...(action as { meta: object }).meta,
    baseQueryMeta: { method: 'GET', path: '/api/x', status: 200, requestId: 'request-0001' },
  },
});

test.each([
  ['an admin', [ADMIN, OWN, pending('listDetailedPostings'), answered(POSTINGS)]],
  ['a former admin', [ADMIN, answered(POSTINGS), PLAIN]],
  ['a user who has seen a preview', [PLAIN, answered(fulfilled('getPreview', { description: OTHERS_TEXT }))]],
])('the report of %s has no text of others, only the ids of the calls [S14.2-8]', (_who, actions) => {
  const address = navigationChanged({ address: `/admin?search=${encodeURIComponent(OTHERS_TEXT)}` });
  const typed = { type: 'ui/uiChanged', payload: { key: 'x', value: `about ${OTHERS_TEXT}!` } };
  const report = reportAfter([...(actions as { type: string }[]), address, typed]);
  for (const text of ['Vera', 'Only tonight', 'Only%20tonight']) expect(report.log).not.toContain(text);
  expect([report.sentence, report.request_ids]).toEqual(['It is wrong.', ['request-0001']]);
  expect(readLog(report.log).entries).toEqual([]);
});

const base = { state: rootReducer(undefined, { type: 'start' }), address: '/', nowMs: 1_000 };
const entry = (seq: number, action: object = { type: 'session/ended' }) => ({ seq, at: 1_000 + seq, action });
const log = (changes: object = {}) => ({
  format: LOG_FORMAT,
  version: LOG_VERSION,
  buildId: 'index-1',
  savedAt: '2026-03-01T12:00:00.000Z',
  timeZone: 'Europe/Riga',
  language: 'en-US',
  base,
  entries: [entry(1), entry(2), entry(3)],
  ...changes,
});
const read = (changes: object) => () => readLog(JSON.stringify(log(changes)));

test('reads a log', () => {
  expect(readLog(JSON.stringify(log()))).toEqual(JSON.parse(JSON.stringify(log())));
});

test.each([
  ['a file that is not JSON', '{', 'This file is not JSON.'],
  ['JSON that is not a log', '{"hello":1}', 'This file is no action log of Flyerdeck.'],
  [
    'a log of another version',
    JSON.stringify(log({ version: LOG_VERSION + 1 })),
    `The action log is not valid at /version: expected ${LOG_VERSION}.`,
  ],
])('refuses %s with a message', (_what, text, sentence) => {
  expect(() => readLog(text)).toThrow(sentence);
});

const CALL = { arg: { type: 'query', endpointName: 'unknownEndpoint', queryCacheKey: 'x' }, requestId: 'r' };
test.each([
  [
    { seq: 2, at: 1_002, action: {} },
    'Action 2 (number 2 of the recording) is not valid at action/type: expected required property.',
  ],
  [entry(3), 'Action 2 (number 3 of the recording) has to be number 2: an action is missing or twice there.'],
  [{ ...entry(2), at: 5 }, 'Action 2 (number 2 of the recording) is older than the one before it.'],
  [
    entry(2, { type: 'navigation/changed', payload: {} }),
    'Action 2 (number 2 of the recording) is a navigation without an address.',
  ],
  [
    entry(2, { type: 'api/executeQuery/pending', meta: CALL }),
    'Action 2 (number 2 of the recording) is a call of unknownEndpoint, which this build does not have.',
  ],
])('names the invalid action and the reason: %j', (wrong, sentence) => {
  expect(read({ entries: [entry(1), wrong, entry(3)] })).toThrow(sentence);
});
