import { getTask, retryTask } from '@flyerdeck/contracts';
import type { TaskDetail } from '@flyerdeck/contracts/types';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { answer, disconnect, refuse, useApiServer } from '../../../test/apiServer.ts';
import { buildTaskDetail, buildTaskPosting, buildUser, uuid } from '../../../test/builders.ts';
import { renderScreen, SIGNED_IN } from '../../../test/renderScreen.tsx';
import TaskScreen from './TaskScreen.tsx';

useApiServer();

const failed = buildTaskPosting({ id: uuid(60), name: 'Luna' });
const unconfirmed = buildTaskPosting({ id: uuid(61), name: 'Mila', error_code: 'unconfirmed' });
const waiting = buildTaskPosting({
  ...{ id: uuid(62), name: 'Vera', status: 'pending', errorMessage: null, wait_reason: 'page_offline' },
});
const completed = buildTaskPosting({
  ...{ id: uuid(63), name: 'Jade', status: 'completed', errorMessage: null, picture_file_id: uuid(9), retry_count: 1 },
});
const task = buildTaskDetail({
  status: 'partially_completed',
  file_id: uuid(5),
  page_counts: { posted: 1, pending: 1, failed: 1, total: 3 },
  page_postings: [failed, waiting, completed],
});

const show = (isAdmin = false) =>
  renderScreen(
    <Routes>
      <Route path="/tasks/:id" element={<TaskScreen />} />
      <Route path="*" element={null} />
    </Routes>,
    { address: `/tasks/${task._id}`, state: { session: { ...SIGNED_IN, user: buildUser({ is_admin: isAdmin }) } } },
  );
const answerTask = (changes: Partial<TaskDetail> = {}) => answer(getTask, { ...task, ...changes });
const findRows = async () => within(await screen.findByRole('table', { name: 'Pages' })).findAllByRole('row');

test('shows the picture, text, position and status of the flyer, and every page with its status and the reason for it [2.1-20, 2.1-21]', async () => {
  answerTask({ description: 'New set tonight', sequence_order: 2 });
  show();
  expect(await screen.findByRole('heading', { level: 1, name: 'Flyer 3 of Evening' })).toBeInTheDocument();
  const flyer = within(screen.getByRole('region', { name: 'Flyer' }));
  expect(flyer.getByRole('img')).toHaveAttribute('src', `/api/get_image/${uuid(5)}?w=640`);
  expect(flyer.getByText('New set tonight')).toBeInTheDocument();
  expect(flyer.getByText('Partially Completed')).toBeInTheDocument();
  expect(flyer.getByText('1 posted, 1 pending, 1 failed')).toBeInTheDocument();
  expect((await findRows()).map((item) => item.textContent)).toEqual([
    'LunaComposer did not open.RetryFailed',
    'VeraThe page has not polled for a while. Open its browser with the extension.Pending',
    'JadePosted.Tried again 1 timeCompleted',
  ]);
});

test('fetches the timeline of a posting when its row is opened [2.1-22]', async () => {
  const requests = answerTask({
    timeline: [
      { to_status: 'pending', duration_ms: null, at: '2026-03-01T12:00:00Z' },
      { to_status: 'posting', duration_ms: 90_000, at: '2026-03-01T12:01:30Z' },
      { to_status: 'failed', duration_ms: 12_340, at: '2026-03-01T12:01:42Z' },
    ],
  });
  const askedFor = () => requests.map(({ url }) => url.searchParams.get('posting_id'));
  show();
  await findRows();
  expect(askedFor()).toEqual([null]);
  const toggle = screen.getByRole('button', { name: 'Luna', expanded: false });
  await userEvent.click(toggle);
  const steps = within(await screen.findByRole('list', { name: 'Timeline' })).getAllByRole('listitem');
  expect(steps.map((step) => step.textContent?.replace(/Mar 1, 2026 \d\d:\d\d/, ' '))).toEqual([
    'Pending ',
    'Posting after 1.5m',
    'Failed after 12.3s',
  ]);
  expect(askedFor()).toContain(failed.id);
  await userEvent.click(screen.getByRole('button', { name: 'Luna', expanded: true }));
  expect(screen.queryByRole('list', { name: 'Timeline', hidden: false })).not.toBeInTheDocument();
});

describe('retrying', () => {
  test('sends one page, or all failed pages [4.6-09]', async () => {
    answerTask();
    const sent = answer(retryTask, { message: '', retried: 1 });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Retry Luna' }));
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ page_posting_ids: [failed.id] }]));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Retry' })).toBeEnabled());
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ page_posting_ids: [failed.id] }, {}]));
  });

  test('a post in doubt has no Retry of its own: it is settled by whether it is live', async () => {
    answerTask({ page_postings: [failed, unconfirmed] });
    const sent = answer(retryTask, { message: '', retried: 0 });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'It is live: Mila' }));
    const live = { page_posting_ids: [unconfirmed.id], live_since: unconfirmed.updated_at };
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([live]));
    expect(screen.getByRole('button', { name: 'It is not there: Mila' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Retry Mila' })).not.toBeInTheDocument();
  });

  test('is not available to an admin for the task of another user, whom only an admin sees [2.1-23]', async () => {
    answerTask({ owner: { telegram_id: '20', name: 'Anna Bell' } });
    const { unmount } = show(true);
    await findRows();
    expect(screen.queryByRole('button', { name: /^Retry/ })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Anna Bell' })).toHaveAttribute('href', '/admin/users/20');
    expect(screen.getByText(/^Owner:/)).toHaveTextContent('Owner: Anna Bell');
    unmount();
    show();
    await findRows();
    expect(screen.queryByText(/^Owner:/)).not.toBeInTheDocument();
  });
});

test.each([
  [404, 'task.not_found'],
  [400, 'invalid_request'],
])("shows 'Task not found' for the response %d %s, and Back opens the queue [2.1-24, 2.1-25]", async (status, code) => {
  refuse(getTask, status, { error: 'No.', code });
  const { address } = show();
  expect(await screen.findByText('Task not found')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(address()).toBe('/?view=queue');
});

test('shows an error when the task cannot be loaded, and loads it again on Retry [2.1-26]', async () => {
  refuse(getTask, 500, { error: 'The queue rests.', code: 'internal' });
  show();
  expect(await screen.findByText('Error loading details: The queue rests.')).toBeVisible();
  disconnect(getTask);
  await userEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Error loading details: Failed to fetch details.')).toBeVisible();
  answerTask();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await findRows()).toHaveLength(3);
});
