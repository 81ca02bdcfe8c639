import { me, signIn } from '@flyerdeck/contracts';
import { answer, refuse, useApiServer } from '../../../test/apiServer.ts';
import { buildUser } from '../../../test/builders.ts';
import { makeStore } from '../../app/store.ts';
import { ENDED_ELSEWHERE } from '../request/sessionActions.ts';
import { loadCredentials, saveCredentials } from '../request/storage.ts';
import { rootReducer } from '../store/rootReducer.ts';
import { startSession } from './login.ts';

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
