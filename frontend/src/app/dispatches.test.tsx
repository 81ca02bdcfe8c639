import { type Endpoint, registry } from '@flyerdeck/contracts';
import { CALL_ARGUMENTS } from '../../test/callArguments.ts';
import { makeMockStore } from '../../test/mockStore.ts';
import { SIGNED_IN } from '../../test/renderScreen.tsx';
import { api } from '../data/api.ts';
import { saveCredentials } from '../data/request/storage.ts';
import '../replay/log/allEndpoints.ts';

/** Checks which actions are dispatched, by their names. The tests of the slices check their effect on the state. */
const realFetch = globalThis.fetch;
const answers: Record<string, () => Response> = {};
beforeEach(() => {
  globalThis.fetch = jest.fn(async (address: string) => {
    const { pathname } = new URL(address, 'http://localhost');
    return answers[pathname]?.() ?? new Response('{"error":"Not now.","code":"unavailable"}', { status: 503 });
  }) as unknown as typeof fetch;
  saveCredentials({ sessionToken: 'token', telegramId: '100000001' });
});
afterEach(() => {
  globalThis.fetch = realFetch;
  for (const address of Object.keys(answers)) delete answers[address];
});

const signedIn = () => makeMockStore({ session: SIGNED_IN });

const refusal = () => new Response('{"error":"Sign in again.","code":"auth.invalid"}', { status: 401 });
const refuseAll = () => {
  globalThis.fetch = jest.fn(async () => refusal()) as unknown as typeof fetch;
};

type Initiate = (argument: unknown) => Parameters<ReturnType<typeof makeMockStore>['store']['dispatch']>[0];
const dispatchCall = ({ store }: ReturnType<typeof makeMockStore>, name: string) => {
  const { initiate } = (api.endpoints as unknown as Record<string, { initiate: Initiate }>)[name] as {
    initiate: Initiate;
  };
  return store.dispatch(initiate(CALL_ARGUMENTS[name]));
};
const callsOf = (access: 'public' | 'others') =>
  Object.keys(CALL_ARGUMENTS).filter(
    (name) => ((registry[name] as Endpoint).access === 'public') === (access === 'public'),
  );

describe('a 401', () => {
  test.each(callsOf('others'))(
    'of %s ends the session and clears the cache before the call is rejected [4.1-07, 8.1-01]',
    async (name) => {
      refuseAll();
      const mock = signedIn();
      await dispatchCall(mock, name);
      const [asked, ended, emptied, failed, ...after] = mock.dispatched();
      expect([asked, ended, emptied, failed]).toEqual([
        `${name} pending`,
        'session/ended',
        'api/resetApiState',
        `${name} rejected`,
      ]);
      // Optimistic updates are rolled back, and no new request is sent.
      expect(after.filter((action) => !/^api\/(queries|invalidation)\//.test(action))).toEqual([]);
    },
  );

  test.each(callsOf('public'))('of the public call %s does not end the session', async (name) => {
    refuseAll();
    const mock = signedIn();
    await dispatchCall(mock, name);
    expect(mock.dispatched()).toEqual([`${name} pending`, `${name} rejected`]);
  });
});
