import {
  getBalance,
  listAssistants,
  listCreditUsers,
  listPickerPages,
  listPresets,
  listTasks,
  me,
  type ProblemReportBody,
  queueInfo,
  queueStatus,
  reportProblem,
} from '@flyerdeck/contracts';
import type { Middleware, UnknownAction } from '@reduxjs/toolkit';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { legacy_configureStore } from 'redux-mock-store';
import { buildCreditUser } from '../../test/adminBuilders.ts';
import { answer, refuse, useApiServer } from '../../test/apiServer.ts';
import { buildBalance, buildPage, buildUser, uuid } from '../../test/builders.ts';
import { useFetchMock } from '../../test/fetchMock.ts';
import { fulfilled } from '../../test/queryActions.ts';
import { renderScreen, SIGNED_IN, SIGNED_OUT } from '../../test/renderScreen.tsx';
import { api } from '../data/api.ts';
import { assistantsApi } from '../data/assistants/assistantsSlice.ts';
import { creditsApi } from '../data/credits/creditsApi.ts';
import { saveCredentials } from '../data/request/storage.ts';
import { endOffer } from '../data/request/userStorage.ts';
import { type RootState, rootReducer } from '../data/store/rootReducer.ts';
import { uiChanged } from '../data/uiState/useUiState.ts';
import { ReplayedLog } from '../replay/fold/ReplayedLog.ts';
import { readLog } from '../replay/log/readLog.ts';
import { ActionRecorder, currentRecorder } from '../replay/record/ActionRecorder.ts';
import DashboardScreen from '../screens/dashboard/DashboardScreen.tsx';
import { AdminGuard, DashboardGuard } from './guards.tsx';
import ReportDialog from './report/ReportDialog.tsx';
import { clearQueryCache, makeStore } from './store.ts';
import { webAppSettings } from './webAppSettings.ts';

useApiServer();

const NOT_ADMIN = { error: 'Only admins may do this.', code: 'auth.not_admin' };

/** Stands for an admin screen. */
function Names() {
  const { data, refetch } = creditsApi.endpoints.listCreditUsers.useQuery();
  return (
    <button type="button" onClick={() => void refetch()}>
      {data?.map(({ first_name }) => first_name)}
    </button>
  );
}

const show = () => {
  answer(listCreditUsers, [buildCreditUser({ first_name: 'Anna' })]);
  return renderScreen(
    <Routes>
      <Route
        path="/admin"
        element={
          <AdminGuard>
            <Names />
          </AdminGuard>
        }
      />
      <Route path="/" element={<p>dashboard</p>} />
      <Route path="/auth" element={<p>sign-in</p>} />
    </Routes>,
    { address: '/admin' },
  );
};

test('the first 401 redirects an admin whose session has ended to the sign-in [8.4-17]', async () => {
  jest.replaceProperty(webAppSettings, 'mockAuth', true);
  const { store, address } = show();
  await screen.findByText('Anna');
  refuse(listCreditUsers, 401, { error: 'Sign in again.', code: 'auth.invalid' });
  await userEvent.click(screen.getByText('Anna'));
  expect(await screen.findByText('sign-in')).toBeInTheDocument();
  expect(address()).toBe('/auth');
  expect(store.getState().session).toMatchObject({ status: 'anonymous', user: null });
});

test('the first 403 redirects a demoted admin to the dashboard and removes the data of other users from memory [8.4-17]', async () => {
  const { store, address } = show();
  await screen.findByText('Anna');
  refuse(listCreditUsers, 403, NOT_ADMIN);
  const requests = answer(me, buildUser({ is_admin: false }));
  await userEvent.click(screen.getByText('Anna'));
  expect(await screen.findByText('dashboard')).toBeInTheDocument();
  expect(address()).toBe('/');
  expect(requests).toHaveLength(1);
  expect(store.getState().session).toMatchObject({ status: 'authenticated', user: { is_admin: false } });
  expect(JSON.stringify(store.getState().api.queries)).not.toContain('Anna');
});

describe('dashboard without a user', () => {
  const person = buildUser();
  const recordRequests = () => ({
    tasks: answer(listTasks, []),
    info: answer(queueInfo, {
      queue_count: 0,
      completed_count: 0,
      failed_count: 0,
      in_progress_count: 0,
      posted_count: 0,
    }),
    status: answer(queueStatus, { is_posting_active: false, current_task_id: null }),
  });
  /** Shows the dashboard inside the messaging app, where it is also shown without a user. */
  const showSignedOut = (address: string) =>
    renderScreen(
      <DashboardGuard>
        <DashboardScreen />
      </DashboardGuard>,
      { address, state: { session: { ...SIGNED_OUT, insideMiniApp: true } } },
    );
  const signIn = ({ store }: ReturnType<typeof showSignedOut>) => {
    saveCredentials({ sessionToken: 'token', telegramId: person.telegram_id });
    act(() => {
      store.dispatch(fulfilled('me', person));
    });
  };

  beforeEach(() => {
    endOffer('first_steps', person.telegram_id);
    answer(getBalance, buildBalance());
    answer(listPresets, []);
    answer(listPickerPages, { pages: [], tags: [] });
  });

  test('tasks and queue are requested only after the user has signed in [6-11]', async () => {
    const { tasks, info, status } = recordRequests();
    const shown = showSignedOut('/?view=queue');
    expect(await screen.findByText('No tasks in queue.')).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Queue (–)' })).toBeVisible();
    expect([...tasks, ...info, ...status]).toEqual([]);

    signIn(shown);
    expect(await screen.findByRole('tab', { name: 'Queue (0)' })).toBeVisible();
    await waitFor(() => expect([tasks, info, status].map(({ length }) => length > 0)).toEqual([true, true, true]));
  });

  test('a 401 on the list of assistants logs out, and the list is empty without an error [6-08]', async () => {
    const requests = refuse(listAssistants, 401, { error: 'Sign in again.', code: 'auth.invalid' });
    const { store } = renderScreen(<DashboardScreen />, { address: '/?view=assistants' });
    expect(await screen.findByText('No assistants found.')).toBeVisible();
    expect(requests).toHaveLength(1);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(store.getState().session).toMatchObject({ status: 'anonymous', user: null });
  });
});

describe('dispatches', () => {
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
});

describe('report', () => {
  const SESSION_TOKEN = 'sess-0123456789-abcdefghijklmnopqrstuvwxyz';
  const SENT = { id: uuid(1), is_cut: false };
  const field = () => screen.getByLabelText('What went wrong?');
  const sendButton = () => screen.getByRole('button', { name: 'Send report' });

  function show({ is_admin = false } = {}) {
    saveCredentials({ sessionToken: SESSION_TOKEN, telegramId: '42' });
    const recorder = new ActionRecorder({ buildId: 'index-test', address: '/', nowMs: 0, secrets: [SESSION_TOKEN] });
    currentRecorder.instance = recorder;
    const store = makeStore(undefined, [recorder.middleware]);
    store.dispatch(fulfilled('me', buildUser({ telegram_id: '42', is_admin })));
    const onClose = jest.fn();
    render(
      <Provider store={store}>
        <MemoryRouter>
          <ReportDialog onClose={onClose} />
        </MemoryRouter>
      </Provider>,
    );
    return { store, onClose };
  }

  test('sends the sentence, the build, request ids and the log of this tab, which replays to what was on the screen', async () => {
    const { store } = show();
    const requests = answer(reportProblem, SENT);
    store.dispatch(
      Object.assign(fulfilled('listUserPages', { pages: [buildPage({ name: 'Luna Star' })] }), {
        meta: {
          ...(fulfilled('listUserPages', null).meta as object),
          baseQueryMeta: { method: 'GET', path: '/api/get_user_pages', status: 200, requestId: 'request-0001' },
        },
      }),
    );
    store.dispatch(uiChanged({ key: 'note', value: `my key is ${SESSION_TOKEN}` }));
    await userEvent.type(field(), ` Luna is gone. ${SESSION_TOKEN}`);
    await userEvent.click(sendButton());
    expect(await screen.findByText(/Thank you, the report was sent. Its number is/)).toBeVisible();
    const [body] = requests.map((request) => request.body as ProblemReportBody);
    expect(body).toMatchObject({
      sentence: 'Luna is gone. redacted-1',
      build_id: 'index-test',
      request_ids: ['request-0001'],
      is_cut: false,
    });
    expect(body?.log).not.toContain(SESSION_TOKEN);
    const log = readLog(body?.log ?? '');
    const { state } = new ReplayedLog(log).momentAt(log.entries.length);
    expect(Object.values(state.pages.entities).map(({ details }) => details?.name)).toEqual(['Luna Star']);
    expect(state.ui['reportProblem.sentence']).toBe(' Luna is gone. redacted-1');
  });
});
