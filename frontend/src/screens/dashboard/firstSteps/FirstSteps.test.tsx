import { listAssistants, listUserPages, queueInfo, queueStatus } from '@flyerdeck/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, useApiServer } from '../../../../test/apiServer.ts';
import { buildAssistant, buildPage, buildUser } from '../../../../test/builders.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import { isOver } from '../../../data/request/userStorage.ts';
import FirstSteps, { stepsDone } from './FirstSteps.tsx';

useApiServer();

const EMPTY_QUEUE = { queue_count: 0, completed_count: 0, failed_count: 0, in_progress_count: 0, posted_count: 0 };
const PAUSED = { is_posting_active: false, current_task_id: null };
const newUser = buildUser({ telegram_id: '42' });

beforeEach(() => {
  answer(listUserPages, { pages: [] });
  answer(listAssistants, []);
  answer(queueInfo, EMPTY_QUEUE);
  answer(queueStatus, PAUSED);
});

const onShow = jest.fn();
const onOpen = jest.fn();
const onLinkPage = jest.fn();
const show = () =>
  renderScreen(<FirstSteps person={newUser} onShow={onShow} onOpen={onOpen} onLinkPage={onLinkPage} />);
const findSteps = () => screen.findByRole('region', { name: 'First steps' });

test('shows a new user only the first step: on a computer the extension, and the runner for many pages', async () => {
  show();
  const steps = within(await findSteps());
  expect(steps.getByText('0 of 4 done')).toBeVisible();
  expect(steps.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Link a page']);
  expect(steps.getByRole('link', { name: 'Get extension.zip' })).toHaveAttribute('href', '/extension.zip');
  const ways = steps.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(ways).toEqual([expect.stringMatching(/^Up to 5 pages/), expect.stringMatching(/^More pages: the runner/)]);
  await userEvent.click(steps.getByRole('button', { name: 'Set up a runner' }));
  expect(onOpen).toHaveBeenLastCalledWith('runners');
});

test('leads from a flyer to the assistants, and from the queue to the posting switch', async () => {
  answer(listUserPages, { pages: [buildPage()] });
  answer(listAssistants, [buildAssistant({ status: 'waiting', active_task_count: 3 })]);
  const { unmount } = show();
  await userEvent.click(within(await findSteps()).getByRole('button', { name: 'Show assistants' }));
  expect(onShow).toHaveBeenLastCalledWith('assistants');
  unmount();

  answer(listAssistants, [buildAssistant({ status: 'in_queue', active_task_count: 3 })]);
  show();
  expect(await within(await findSteps()).findByText('3 of 4 done')).toBeVisible();
  await userEvent.click(within(await findSteps()).getByRole('button', { name: 'Show the queue' }));
  expect(onShow).toHaveBeenLastCalledWith('queue');
});

test('the first steps are hidden permanently for this user after all steps are done', async () => {
  answer(listUserPages, { pages: [buildPage()] });
  answer(listAssistants, [buildAssistant({ active_task_count: 3, status: 'pending' })]);
  answer(queueStatus, { is_posting_active: true, current_task_id: null });
  show();
  await waitFor(() => expect(isOver('first_steps', '42')).toBe(true));
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  expect(isOver('first_steps', '43')).toBe(false);
});

test.each([
  ['a running queue', { status: { is_posting_active: true } }, { queue: false, start: true }],
  ['a posting in the queue', { info: { ...EMPTY_QUEUE, queue_count: 1 } }, { queue: true, start: false }],
  [
    'a post whose screenshot is being made',
    { info: { ...EMPTY_QUEUE, posted_count: 1 } },
    { queue: true, start: true },
  ],
  ['a posting in progress', { info: { ...EMPTY_QUEUE, in_progress_count: 1 } }, { queue: true, start: true }],
  ['a completed posting', { info: { ...EMPTY_QUEUE, completed_count: 1 } }, { queue: true, start: true }],
  ['a queued assistant', { assistants: [buildAssistant({ status: 'in_queue' })] }, { queue: true, start: false }],
  ['a waiting assistant', { assistants: [buildAssistant()] }, { queue: false, start: false }],
])('the steps that %s has done', (_what, change, done) => {
  const account = { pagesCount: 1, assistants: [], info: EMPTY_QUEUE, status: PAUSED };
  expect(stepsDone(account)).toEqual({ page: true, flyer: false, queue: false, start: false });
  expect(stepsDone({ ...account, ...change })).toMatchObject(done);
});
