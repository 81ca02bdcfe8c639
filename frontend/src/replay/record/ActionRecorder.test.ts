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
import { waitFor } from '@testing-library/react';
import { answer, refuse, useApiServer } from '../../../test/apiServer.ts';
import { buildBalance, buildLinkingData, buildPage, buildPreset, buildUser, uuid } from '../../../test/builders.ts';
import { FakeSocket } from '../../../test/fakeSocket.ts';
import { fulfilled } from '../../../test/queryActions.ts';
import { makeStore } from '../../app/store.ts';
import { creditsApi } from '../../data/credits/creditsApi.ts';
import { createLiveListeners } from '../../data/live/liveListeners.ts';
import { pagesApi } from '../../data/pages/pagesApi.ts';
import { presetsApi } from '../../data/presets/presetsSlice.ts';
import { logout, signInWithMiniApp } from '../../data/session/login.ts';
import { canonicalJson, ReplayedLog } from '../fold/ReplayedLog.ts';
import { clockTicked, navigationChanged } from '../log/logFormat.ts';
import { readLog } from '../log/readLog.ts';
import { ActionRecorder } from './ActionRecorder.ts';

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
