import { listPresets, me, signIn, signOut } from '@flyerdeck/contracts';
import { answer, refuse, useApiServer } from '../../../test/apiServer.ts';
import { buildPreset, buildUser } from '../../../test/builders.ts';
import { makeStore } from '../../app/store.ts';
import { presetsApi } from '../presets/presetsSlice.ts';
import { ENDED_ELSEWHERE } from '../request/sessionActions.ts';
import { loadCredentials, saveCredentials } from '../request/storage.ts';
import { rootReducer } from '../store/rootReducer.ts';
import { logout, signInAsMockUser, signInWithMiniApp, signInWithWidget, startSession } from './login.ts';

useApiServer();

const stored = { sessionToken: 'stored', telegramId: '42' };
const fresh = { session_token: 'fresh', telegram_id: '42' };
const miniApp = {
  user: { id: '42', username: 'eva', first_name: 'Eva' },
  initData: 'query_id=1&hash=abc',
  isInTelegram: true,
};
/** Launch parameters in an ordinary browser. They are not trusted, because the link may come from an attacker. */
const launchLink = { ...miniApp, isInTelegram: false };
const REFUSED = { error: 'Sign in again.', code: 'auth.invalid' };

/** Starts the session of a new store and records each status. */
async function start(options: Parameters<typeof startSession>[0]) {
  const store = makeStore();
  const statuses = [store.getState().session.status];
  // Not by a subscription: subscribers are notified in batches and would miss a status between two others.
  store.replaceReducer((state, action) => {
    const next = rootReducer(state, action);
    if (next.session.status !== statuses.at(-1)) statuses.push(next.session.status);
    return next;
  });
  await store.dispatch(startSession(options));
  return { session: store.getState().session, statuses, store };
}

test('keeps a stored session that the server accepts [4.1-01, 4.1-02, 7.1-03]', async () => {
  saveCredentials(stored);
  answer(me, buildUser({ telegram_id: '42' }));
  const calls = jest.spyOn(globalThis, 'fetch');
  const { session, statuses } = await start({ miniApp: null, mockAuth: false });
  expect(calls.mock.calls.map(([address]) => address)).toEqual(['/api/auth/me']);
  expect(calls.mock.calls[0]?.[1]?.headers).toMatchObject({ 'X-Session-Token': 'stored', 'X-Telegram-ID': '42' });
  expect(session).toMatchObject({ status: 'authenticated', user: { telegram_id: '42' }, insideMiniApp: false });
  expect(statuses).toEqual(['loading', 'authenticated']);
  expect(loadCredentials()).toEqual(stored);
});

test('verifies a stored session first, and sends no sign-in when it is valid [4.1-03]', async () => {
  saveCredentials(stored);
  const requests = answer(me, buildUser({ telegram_id: '42' }));
  const sent = answer(signIn, fresh);
  const { session } = await start({ miniApp, mockAuth: true });
  expect(session.status).toBe('authenticated');
  expect(requests).toHaveLength(1);
  expect(sent).toEqual([]);
});

test('is signed out without a request in a browser without a stored session [4.1-02, 4.1-09]', async () => {
  const { session, statuses } = await start({ miniApp: null, mockAuth: false });
  expect(session).toMatchObject({ status: 'anonymous', user: null, endedBecause: null });
  expect(statuses).toEqual(['loading', 'anonymous']);
  expect(localStorage).toHaveLength(0);
});

test('removes a stored session that the server refuses [4.1-09, 8.1-09]', async () => {
  saveCredentials(stored);
  refuse(me, 401, REFUSED);
  const { session } = await start({ miniApp: null, mockAuth: false });
  expect(session).toMatchObject({ status: 'anonymous', endedBecause: ENDED_ELSEWHERE });
  expect(localStorage).toHaveLength(0);
});

test('signs in with the user of the mini app and its raw init data as proof [4.1-04, 4.1-08, 7.1-01]', async () => {
  const sent = answer(signIn, fresh);
  answer(me, buildUser());
  const { session } = await start({ miniApp, mockAuth: false });
  expect(session).toMatchObject({ status: 'authenticated', insideMiniApp: true });
  expect(sent[0]?.body).toEqual({
    telegram_id: '42',
    username: 'eva',
    first_name: 'Eva',
    last_name: '',
    init_data: 'query_id=1&hash=abc',
  });
  expect(loadCredentials()).toEqual({ sessionToken: 'fresh', telegramId: '42' });
});

test('replaces a refused session by a mini app sign-in without a signed-out state between them [4.1-04]', async () => {
  saveCredentials(stored);
  const sent = answer(signIn, fresh);
  answer(me, buildUser());
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementationOnce(async () => new Response(JSON.stringify(REFUSED), { status: 401 }));
  const { session, statuses } = await start({ miniApp, mockAuth: false });
  expect(session.status).toBe('authenticated');
  expect(statuses).toEqual(['loading', 'authenticated']);
  expect(sent[0]?.body).toMatchObject({ telegram_id: '42', init_data: 'query_id=1&hash=abc' });
  expect({ ...localStorage }).toEqual({ session_token: 'fresh', telegram_id: '42' });
});

test('signs in as the fake user in mock mode [3-03, 4.1-05]', async () => {
  const sent = answer(signIn, { session_token: 'mock', telegram_id: '100000001' });
  answer(me, buildUser());
  const { session } = await start({ miniApp: null, mockAuth: true });
  expect(session.status).toBe('authenticated');
  expect(sent[0]?.body).toEqual({
    telegram_id: '100000001',
    username: 'demo_admin',
    first_name: 'Demo',
    last_name: 'Admin',
  });
});

describe('launch parameters in an ordinary browser', () => {
  test('do not replace the session of another account [S6.3-3]', async () => {
    const other = { sessionToken: 'mine', telegramId: '41' };
    saveCredentials(other);
    answer(me, buildUser({ telegram_id: '41' }));
    const sent = answer(signIn, fresh);
    const { session } = await start({ miniApp: launchLink, mockAuth: false });
    expect(session).toMatchObject({ status: 'authenticated', user: { telegram_id: '41' } });
    expect(sent).toEqual([]);
    expect(loadCredentials()).toEqual(other);
  });

  test('do not sign in without confirmation', async () => {
    const sent = answer(signIn, fresh);
    const { session } = await start({ miniApp: launchLink, mockAuth: false });
    expect(session).toMatchObject({ status: 'anonymous', insideMiniApp: true, signInFailure: null });
    expect(sent).toEqual([]);
    expect(loadCredentials()).toBeNull();
  });
});

const widget = { id: 42, first_name: 'Eva', auth_date: 1_770_000_000, hash: 'abc' };

async function signedOutStore() {
  const store = makeStore();
  await store.dispatch(startSession({ miniApp: null, mockAuth: false }));
  return store;
}
async function signedInStore() {
  answer(signIn, { session_token: 'token', telegram_id: '100000001' });
  answer(me, buildUser());
  const store = await signedOutStore();
  expect(await store.dispatch(signInAsMockUser())).toBe(true);
  return store;
}

test('sends the fields of the widget unchanged as proof, and the id as a missing username [7.1-02]', async () => {
  const sent = answer(signIn, { session_token: 'token', telegram_id: '42' });
  answer(me, buildUser({ telegram_id: '42' }));
  const store = await signedOutStore();
  const calls = jest.spyOn(globalThis, 'fetch');
  expect(await store.dispatch(signInWithWidget(widget))).toBe(true);
  expect(calls.mock.calls.map(([address]) => address)).toEqual(['/api/auth/telegram', '/api/auth/me']);
  expect(calls.mock.calls[1]?.[1]?.headers).toMatchObject({ 'X-Session-Token': 'token', 'X-Telegram-ID': '42' });
  expect(sent[0]?.body).toEqual({
    telegram_id: '42',
    username: '42',
    first_name: 'Eva',
    last_name: '',
    widget,
  });
  expect(store.getState().session).toMatchObject({ status: 'authenticated', user: { telegram_id: '42' } });
  expect(loadCredentials()).toEqual({ sessionToken: 'token', telegramId: '42' });
});

test.each([
  ['without a username', { id: 42, first_name: 'Eva', last_name: 'Bell' }, ['42', 'Eva', 'Bell']],
  ['without a first name', { id: 42, username: 'eva', last_name: 'Bell' }, ['eva', '', 'Bell']],
  ['without a last name', { id: 42, username: 'eva', first_name: 'Eva' }, ['eva', 'Eva', '']],
])(
  'a user %s: a missing username is sent as the id, a missing name as an empty text [5-05, 5-06]',
  async (_what, user, fields) => {
    const sent = answer(signIn, { session_token: 'token', telegram_id: '42' });
    answer(me, buildUser({ telegram_id: '42' }));
    const store = await signedOutStore();
    expect(await store.dispatch(signInWithMiniApp(user, 'hash=abc'))).toBe(true);
    const [username, first_name, last_name] = fields;
    expect(sent[0]?.body).toEqual({ telegram_id: '42', username, first_name, last_name, init_data: 'hash=abc' });
  },
);

const NOT_NOW = { error: 'Come back later.', code: 'unavailable' };

test.each([
  [
    'that is refused',
    () => void refuse(signIn, 401, { error: 'The proof was used already.', code: 'auth.proof_used' }),
  ],
  ['that the server answers with 503', () => void refuse(signIn, 503, NOT_NOW)],
  ['whose answer has no token', () => void answer(signIn, { session_token: '', telegram_id: '42' })],
  ['whose answer has no id', () => void answer(signIn, { session_token: 'token', telegram_id: '' })],
  [
    'whose call for the user fails',
    () => {
      answer(signIn, { session_token: 'token', telegram_id: '42' });
      refuse(me, 503, NOT_NOW);
    },
  ],
])('a sign-in %s leaves the user signed out and clears stored credentials [8.1-08]', async (_how, respond) => {
  answer(me, buildUser());
  respond();
  const store = await signedOutStore();
  saveCredentials({ sessionToken: 'older', telegramId: '41' });
  expect(await store.dispatch(signInWithWidget(widget))).toBe(false);
  expect(store.getState().session).toMatchObject({ status: 'anonymous', user: null, endedBecause: null });
  expect(localStorage).toHaveLength(0);
});

test('logging out calls the server and removes the credentials, the user and all fetched data [4.1-06]', async () => {
  const store = await signedInStore();
  answer(listPresets, [buildPreset()]);
  await store.dispatch(presetsApi.endpoints.listPresets.initiate());
  expect(store.getState().presets.ids).toHaveLength(1);

  const requests = answer(signOut, undefined);
  await store.dispatch(logout());
  expect(requests).toHaveLength(1);
  expect(store.getState().session).toMatchObject({ status: 'anonymous', user: null, endedBecause: null });
  expect(localStorage).toHaveLength(0);
  expect(store.getState().presets.ids).toEqual([]);
  expect(store.getState().api.queries).toEqual({});
});
