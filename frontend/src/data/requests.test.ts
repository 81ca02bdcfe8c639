import '../replay/log/allEndpoints.ts';
import type { BaseQueryApi } from '@reduxjs/toolkit/query';
import { waitFor } from '@testing-library/react';
import { buildPage, uuid } from '../../test/builders.ts';
import { useFetchMock } from '../../test/fetchMock.ts';
import { useHeldCalls } from '../../test/heldCalls.ts';
import { makeStore } from '../app/store.ts';
import { api } from './api.ts';
import { assistantsApi } from './assistants/assistantsSlice.ts';
import { type ApiRequest, baseQuery } from './baseQuery.ts';
import { pagesApi } from './pages/pagesApi.ts';
import { selectAllPages } from './pages/pagesSlice.ts';
import { presetsApi } from './presets/presetsSlice.ts';
import { dropEarlyAnswers, startEarlyCalls } from './request/earlyCalls.ts';
import { ENDED_ELSEWHERE, sessionEnded } from './request/sessionActions.ts';
import { loadCredentials, saveCredentials } from './request/storage.ts';
import { tasksApi } from './tasks/tasksApi.ts';

describe('base query', () => {
  const fetchMock = useFetchMock();
  const dispatch = jest.fn();

  beforeEach(() => {
    dispatch.mockReset();
    saveCredentials({ sessionToken: 'secret', telegramId: '42' });
  });

  const json = (body: unknown, status = 200) =>
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

  async function callWithMeta(request: ApiRequest) {
    const queryApi: BaseQueryApi = {
      signal: new AbortController().signal,
      abort: () => {},
      dispatch,
      getState: () => ({}),
      extra: undefined,
      endpoint: 'test',
      type: 'query',
    };
    return baseQuery(request, queryApi, {});
  }
  async function call(request: ApiRequest) {
    const { meta: _, ...result } = await callWithMeta(request);
    return result;
  }
  const sentHeaders = () => new Headers(fetchMock.mock.calls[0]?.[1].headers);

  test('sends both session headers and the JSON content type with every authenticated call [6-09, 7-01, 7-04]', async () => {
    fetchMock.mockResolvedValue(json({ ok: true }));
    expect(await call({ path: '/auth/me' })).toEqual({ data: { ok: true } });
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/auth/me');
    expect(sentHeaders().get('X-Session-Token')).toBe('secret');
    expect(sentHeaders().get('X-Telegram-ID')).toBe('42');
    expect(sentHeaders().get('Content-Type')).toBe('application/json');
  });

  test('sends no session headers with a public call', async () => {
    fetchMock.mockResolvedValue(json([]));
    await call({ path: '/credits/packages', access: 'public' });
    expect(sentHeaders().has('X-Session-Token')).toBe(false);
    expect(sentHeaders().has('X-Telegram-ID')).toBe(false);
  });

  test.each([
    ['a 204', () => new Response(null, { status: 204 })],
    ['a content-length of 0', () => new Response('', { status: 200, headers: { 'content-length': '0' } })],
  ])('returns an empty result for %s [7-02, 7-03]', async (_what, response) => {
    fetchMock.mockResolvedValue(response());
    expect(await call({ path: '/unlink_page/1', method: 'DELETE' })).toEqual({ data: null });
  });

  test('logs out on a 401 and returns the error Unauthorized with the message of the server [8.1-01, 8.1-02]', async () => {
    fetchMock.mockResolvedValue(json({ error: 'Your account is deactivated.', code: 'auth.deactivated' }, 401));
    expect(await call({ path: '/presets' })).toEqual({
      error: {
        status: 401,
        message: 'Unauthorized',
        error: 'Your account is deactivated.',
        code: 'auth.deactivated',
      },
    });
    expect(loadCredentials()).toBeNull();
    expect(dispatch).toHaveBeenCalledWith(sessionEnded('Your account is deactivated.'));
  });

  test('does not log out on a 401 of a public call', async () => {
    fetchMock.mockResolvedValue(json({ error: 'The proof is stale.', code: 'auth.proof_stale' }, 401));
    const { error } = await call({ path: '/auth/telegram', method: 'POST', body: {}, access: 'public' });
    expect(error).toMatchObject({ status: 401, code: 'auth.proof_stale' });
    expect(loadCredentials()).not.toBeNull();
    expect(dispatch).not.toHaveBeenCalled();
  });

  test.each(['session_token', 'telegram_id'])(
    'returns the error Not authenticated and sends no request without %s [8.1-03, 8.1-04]',
    async (key) => {
      localStorage.removeItem(key);
      expect(await call({ path: '/presets' })).toEqual({ error: { status: 401, message: 'Not authenticated' } });
      expect(fetchMock).not.toHaveBeenCalled();
      expect(loadCredentials()).toBeNull();
      expect(dispatch).toHaveBeenCalledWith(sessionEnded(ENDED_ELSEWHERE));
    },
  );

  test('returns an error with the status and the JSON body, and with its message, code and details [8.1-05]', async () => {
    const body = { error: 'Only waiting assistants.', code: 'assistant.not_waiting', details: { status: 'posting' } };
    fetchMock.mockResolvedValue(json(body, 409));
    expect(await call({ path: '/assistants/1/add-to-queue', method: 'POST' })).toEqual({
      error: { status: 409, message: `API request failed with status 409: ${JSON.stringify(body)}`, ...body },
    });
  });

  test('returns an error with only the status when the body is not JSON [8.1-06]', async () => {
    fetchMock.mockResolvedValue(new Response('<html>Bad gateway</html>', { status: 502 }));
    expect(await call({ path: '/presets' })).toEqual({
      error: { status: 502, message: 'API request failed with status 502' },
    });
  });

  describe('with calls that were started before the app', () => {
    const ADDRESS = '/api/auth/me';
    const start = (answer: () => Promise<Response>) => {
      fetchMock.mockImplementationOnce(answer);
      startEarlyCalls([ADDRESS]);
      fetchMock.mockClear();
      fetchMock.mockImplementation(async () => json('newer'));
    };
    const answerEarly = () => start(async () => json('early'));
    afterEach(() => {
      jest.useRealTimers();
      dropEarlyAnswers();
    });

    test('the first call takes the early answer, and the second call sends a request', async () => {
      answerEarly();
      expect(await call({ path: '/auth/me' })).toEqual({ data: 'early' });
      expect(fetchMock).not.toHaveBeenCalled();
      expect(await call({ path: '/auth/me' })).toEqual({ data: 'newer' });
    });

    test.each<[string, () => unknown]>([
      ['another address is requested', () => {}],
      ['another session is stored', () => saveCredentials({ sessionToken: 'other', telegramId: '43' })],
      ['a call that changes data was sent', () => call({ path: '/presets', method: 'POST', body: {} })],
      [
        'it is older than ten seconds',
        () => jest.useFakeTimers({ now: Date.now() + 10_001, advanceTimers: true, doNotFake: ['performance'] }),
      ],
    ])('the early answer is not used when %s', async (condition, act) => {
      answerEarly();
      await act();
      const path = condition.startsWith('another address') ? '/presets' : '/auth/me';
      expect(await call({ path })).toEqual({ data: 'newer' });
    });
  });
});

const fetchMock = useFetchMock();
const id = 'a1';

/** The calls that the store sends because of `change`, while lists of everything are shown. */
async function fetchedAfter(change: unknown, answer: () => Response): Promise<string[]> {
  saveCredentials({ sessionToken: 'secret', telegramId: '42' });
  fetchMock.mockImplementation(async (address) => Response.json(address.endsWith('/t1') ? { _id: 't1' } : []));
  const store = makeStore();
  const dispatch = (action: unknown) => store.dispatch(action as Parameters<typeof store.dispatch>[0]);
  for (const shown of [
    presetsApi.endpoints.listPresets.initiate(),
    assistantsApi.endpoints.listAssistants.initiate(),
    assistantsApi.endpoints.listAssistantTasks.initiate({ id, status: 'active' }),
    assistantsApi.endpoints.listAssistantTasks.initiate({ id: 'a2', status: 'active' }),
    tasksApi.endpoints.getTask.initiate({ id: 't1' }),
  ]) {
    await dispatch(shown);
  }
  fetchMock.mockClear();
  fetchMock.mockImplementationOnce(async () => answer());
  await dispatch(change);
  await Promise.all(store.dispatch(api.util.getRunningQueriesThunk()));
  const calls = fetchMock.mock.calls.slice(1).map(([address]) => address.replace('/api', ''));
  store.dispatch(api.util.resetApiState());
  return calls.sort();
}

test.each([
  [
    'one tag of a type',
    assistantsApi.endpoints.updateAssistant.initiate({ id, body: {} }),
    ['/assistants/a1/tasks?status=active'],
  ],
  [
    'all of a type',
    presetsApi.endpoints.deletePreset.initiate({ id: 'p1' }),
    ['/assistants', '/assistants/a1/tasks?status=active', '/assistants/a2/tasks?status=active', '/tasks/t1'],
  ],
  [
    'nothing where the answer has the change',
    tasksApi.endpoints.updateTask.initiate({ id: 't1', body: { description: '' } }),
    [],
  ],
])('after a success the tab fetches %s, as the contract says', async (_what, change, fetched) => {
  expect(await fetchedAfter(change, () => Response.json({ _id: 't1' }))).toEqual(fetched);
});

describe('stale answers', () => {
  const { calls, call, makeStore } = useHeldCalls();
  const guid = uuid(1);
  const page = (...tags: string[]) => buildPage({ guid, tags });

  /** A page list that a hint of the live channel fetches again. */
  async function refetching() {
    const store = makeStore();
    const shown = store.dispatch(pagesApi.endpoints.listUserPages.initiate());
    await call(0).answer({ pages: [page('a')] });
    store.dispatch(api.util.invalidateTags(['Page']));
    await jest.advanceTimersByTimeAsync(0);
    return { store, shown, tags: () => selectAllPages(store.getState())[0]?.tags };
  }
  const edit = { guid, body: { tags: ['a', 'b'] } };

  test('an answer that was computed before an edit does not undo it: the list is fetched again', async () => {
    const { store, shown, tags } = await refetching();
    store.dispatch(pagesApi.endpoints.updateTags.initiate(edit));
    expect(tags()).toEqual(['a', 'b']);
    await call(2).answer(page('a', 'b'));
    await call(1).answer({ pages: [page('a')] });
    expect(tags()).toEqual(['a', 'b']);
    expect(calls.map(({ path }) => path).slice(3)).toEqual(['/api/get_user_pages']);
    await call(3).answer({ pages: [page('a', 'b', 'c')] });
    await waitFor(() => expect(tags()).toEqual(['a', 'b', 'c']));
    shown.unsubscribe();
  });

  test('an edit that is not answered yet stays visible when the list arrives', async () => {
    const { store, shown, tags } = await refetching();
    store.dispatch(pagesApi.endpoints.updateTags.initiate(edit));
    await call(1).answer({ pages: [page('a')] });
    expect(tags()).toEqual(['a', 'b']);
    await call(2).answer(page('a', 'b'));
    expect(tags()).toEqual(['a', 'b']);
    expect(calls).toHaveLength(3);
    shown.unsubscribe();
  });
});
