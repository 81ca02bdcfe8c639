import type { Middleware, UnknownAction } from '@reduxjs/toolkit';
import { legacy_configureStore } from 'redux-mock-store';
import { useFetchMock } from '../../test/fetchMock.ts';
import { SIGNED_IN } from '../../test/renderScreen.tsx';
import { api } from '../data/api.ts';
import { assistantsApi } from '../data/assistants/assistantsSlice.ts';
import { saveCredentials } from '../data/request/storage.ts';
import { type RootState, rootReducer } from '../data/store/rootReducer.ts';
import { clearQueryCache } from './store.ts';

const fetchMock = useFetchMock();
const thunk: Middleware = (store) => (next) => (action) =>
  typeof action === 'function' ? action(store.dispatch, store.getState) : next(action);

/** Names the actions that a refused call dispatches, for example 'updateAssistant pending' or 'session/ended'. */
async function dispatchedBy(call: unknown): Promise<string[]> {
  saveCredentials({ sessionToken: 'token', telegramId: '100000001' });
  fetchMock.mockResolvedValue(Response.json({ error: 'Sign in again.', code: 'auth.invalid' }, { status: 401 }));
  const initial = { ...rootReducer(undefined, { type: 'start' }), session: SIGNED_IN };
  // The app's reducers compute the state, because later actions depend on it.
  const fold = (actions: UnknownAction[]): RootState => actions.reduce(rootReducer, initial);
  const mock = legacy_configureStore<RootState>([thunk, api.middleware, clearQueryCache] as never)(fold as never);
  await mock.dispatch(call as never);
  return (mock.getActions() as UnknownAction[])
    .filter(({ type }) => !/^api\/(config|internal|subscriptions|queries|invalidation)/.test(type))
    .map(({ type, meta }) => {
      const name = (meta as { readonly arg?: { readonly endpointName?: string } } | undefined)?.arg?.endpointName;
      return name ? `${name} ${type.split('/').at(-1)}` : type;
    });
}

test.each([
  ['listAssistants', assistantsApi.endpoints.listAssistants.initiate()],
  ['updateAssistant', assistantsApi.endpoints.updateAssistant.initiate({ id: 'a1', body: {} })],
])(
  'a 401 of %s ends the session and clears the cache before the call is rejected [4.1-07, 8.1-01]',
  async (name, call) => {
    expect(await dispatchedBy(call)).toEqual([
      `${name} pending`,
      'session/ended',
      'api/resetApiState',
      `${name} rejected`,
    ]);
  },
);
