import { type Endpoint, registry } from '@flyerdeck/contracts';
import { setupListeners } from '@reduxjs/toolkit/query';
import { act, fireEvent, render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { buildAssistant, uuid } from '../../test/builders.ts';
import { CALL_ARGUMENTS } from '../../test/callArguments.ts';
import { makeMockStore } from '../../test/mockStore.ts';
import { SIGNED_IN } from '../../test/renderScreen.tsx';
import { api } from '../data/api.ts';
import { draftEdited, settingsKey } from '../data/drafts/draftsSlice.ts';
import { saveCredentials } from '../data/request/storage.ts';
import { logout } from '../data/session/logout.ts';
import '../replay/log/allEndpoints.ts';
import { useQueueState } from '../screens/queue/useQueueState.ts';

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
    'of %s ends the session and clears the cache before the call is rejected',
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

describe('a logout', () => {
  test('calls the server, then ends the session and clears the cache', async () => {
    answers['/api/auth/logout'] = () => new Response(null, { status: 204 });
    const mock = signedIn();
    await mock.store.dispatch(logout());
    expect(mock.dispatched()).toEqual(['signOut pending', 'signOut fulfilled', 'session/ended', 'api/resetApiState']);
  });

  test('ends the session also when the call to the server fails', async () => {
    const mock = signedIn();
    await mock.store.dispatch(logout());
    expect(mock.dispatched()).toEqual(['signOut pending', 'signOut rejected', 'session/ended', 'api/resetApiState']);
  });
});

describe('timers', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

  describe('autosave', () => {
    const key = settingsKey(uuid(10));
    const calls = (mock: ReturnType<typeof makeMockStore>) =>
      mock.dispatched().filter((name) => !name.startsWith('drafts/'));
    beforeEach(() => {
      answers[`/api/assistants/${uuid(10)}`] = () => new Response(JSON.stringify(buildAssistant()));
    });

    test('sends no request for 1.5 seconds after an edit, then saves once', async () => {
      const mock = signedIn();
      mock.store.dispatch(draftEdited({ key, patch: { name: 'A' } }));
      await pass(1_000);
      mock.store.dispatch(draftEdited({ key, patch: { name: 'AB' } }));
      await pass(1_499);
      expect(calls(mock)).toEqual([]);
      await pass(1);
      expect(calls(mock)).toEqual(['updateAssistant pending', 'updateAssistant fulfilled']);
      await pass(60_000);
      expect(calls(mock)).toHaveLength(2);
    });

    test('saves an urgent edit at once', async () => {
      const mock = signedIn();
      mock.store.dispatch(draftEdited({ key, patch: { screenshot_as_file: true }, isUrgent: true }));
      await pass(0);
      expect(calls(mock)).toEqual(['updateAssistant pending', 'updateAssistant fulfilled']);
    });
  });

  describe('polling of the queue', () => {
    const Queue = () => <p>{useQueueState().isPostingActive ? 'posting' : 'still'}</p>;
    const openQueue = () => {
      answers['/api/queue/status'] = () => new Response('{"is_posting_active":true,"current_task_id":null}');
      answers['/api/queue/info'] = () =>
        new Response('{"queue_count":0,"completed_count":0,"failed_count":0,"in_progress_count":0}');
      const mock = signedIn();
      const { unmount } = render(
        <Provider store={mock.store}>
          <Queue />
        </Provider>,
      );
      return { ...mock, unmount };
    };
    const countOf = (names: readonly string[], name: string) => names.filter((other) => other === name).length;
    const statusCalls = (mock: { dispatched(): string[] }) => countOf(mock.dispatched(), 'queueStatus pending');
    const show = (visibilityState: 'visible' | 'hidden') => {
      jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState);
      fireEvent(document, new Event('visibilitychange', { bubbles: true }));
    };

    test('starts when the tab is opened and repeats every 5 seconds', async () => {
      const mock = openQueue();
      await pass(0);
      expect(statusCalls(mock)).toBe(1);
      await pass(4_900);
      expect(statusCalls(mock)).toBe(1);
      for (const calls of [2, 3, 4]) {
        await pass(5_000);
        expect(statusCalls(mock)).toBe(calls);
      }
      expect(countOf(mock.dispatched(), 'queueInfo pending')).toBe(4);
      mock.unmount();
    });

    test('stops while the page is hidden and starts again when it is visible', async () => {
      const mock = openQueue();
      const stopListening = setupListeners(mock.store.dispatch);
      await pass(0);
      show('hidden');
      await pass(30_000);
      expect(statusCalls(mock)).toBe(1);
      show('visible');
      await pass(5_100);
      expect(statusCalls(mock)).toBe(2);
      stopListening();
      mock.unmount();
    });

    test('stops when the tab is closed', async () => {
      const mock = openQueue();
      await pass(5_100);
      mock.unmount();
      mock.clearDispatched();
      await pass(60_000);
      expect(statusCalls(mock)).toBe(0);
    });
  });
});
