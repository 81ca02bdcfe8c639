import {
  getBalance,
  listAssistants,
  listPickerPages,
  listPresets,
  listTasks,
  queueInfo,
  queueStatus,
} from '@flyerdeck/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { answer, refuse, useApiServer } from '../../test/apiServer.ts';
import { buildBalance, buildUser } from '../../test/builders.ts';
import { fulfilled } from '../../test/queryActions.ts';
import { renderScreen, SIGNED_OUT } from '../../test/renderScreen.tsx';
import { saveCredentials } from '../data/request/storage.ts';
import { endOffer } from '../data/request/userStorage.ts';
import DashboardScreen from '../screens/dashboard/DashboardScreen.tsx';
import { DashboardGuard } from './guards.tsx';

useApiServer();

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
