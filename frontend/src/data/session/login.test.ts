import { listPresets, me, signIn, signOut } from '@flyerdeck/contracts';
import { answer, refuse, useApiServer } from '../../../test/apiServer.ts';
import { buildPreset, buildUser } from '../../../test/builders.ts';
import { makeStore } from '../../app/store.ts';
import { presetsApi } from '../presets/presetsSlice.ts';
import { loadCredentials, saveCredentials } from '../request/storage.ts';
import { logout, signInAsMockUser, signInWithMiniApp, signInWithWidget, startSession } from './login.ts';

useApiServer();

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
