import { listAssistants, listUserPages, queueInfo, queueStatus } from '@flyerdeck/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, refuse, useApiServer } from '../../../test/apiServer.ts';
import { buildAssistant, buildPage, buildUser } from '../../../test/builders.ts';
import { renderScreen } from '../../../test/renderScreen.tsx';
import { pagesApi } from '../../data/pages/pagesApi.ts';
import { areFirstStepsOver } from '../../data/request/storage.ts';
import FirstSteps from './FirstSteps.tsx';
import { stepsDone } from './useFirstSteps.ts';

useApiServer();

const EMPTY_QUEUE = { queue_count: 0, completed_count: 0, failed_count: 0, in_progress_count: 0 };
const PAUSED = { is_posting_active: false, current_task_id: null };
const newUser = buildUser({ telegram_id: '42' });

beforeEach(() => {
  answer(listUserPages, { pages: [] });
  answer(listAssistants, []);
  answer(queueInfo, EMPTY_QUEUE);
  answer(queueStatus, PAUSED);
});

const onShow = jest.fn();
const onLinkPage = jest.fn();
const show = () => renderScreen(<FirstSteps person={newUser} onShow={onShow} onLinkPage={onLinkPage} />);
const findSteps = () => screen.findByRole('region', { name: 'First steps' });

test('shows a new user the first step in full, with a link to the extension', async () => {
  show();
  const steps = within(await findSteps());
  expect(steps.getByText('0 of 4 done')).toBeVisible();
  expect(steps.getAllByRole('listitem').map((item) => item.getAttribute('aria-current'))).toEqual([
    'step',
    null,
    null,
    null,
  ]);
  expect(steps.getByRole('link', { name: 'Get extension.zip' })).toHaveAttribute('href', '/extension.zip');
  expect(steps.queryByRole('link', { name: 'Open the bot' })).not.toBeInTheDocument();
});

test('marks two steps as done after a page is linked, and then shows the ways to add a flyer', async () => {
  const { store } = show();
  await findSteps();
  answer(listUserPages, { pages: [buildPage()] });
  await act(async () => {
    await store.dispatch(pagesApi.endpoints.listUserPages.initiate(undefined, { forceRefetch: true }));
  });
  const steps = within(await findSteps());
  expect(await steps.findByText('2 of 4 done')).toBeVisible();
  expect(steps.getAllByRole('img', { name: 'Done:' })).toHaveLength(2);
  expect(steps.getByRole('link', { name: 'Open the bot' })).toHaveAttribute('href', 'https://t.me/flyerdeck_bot');
  await userEvent.click(steps.getByRole('button', { name: 'Upload here' }));
  expect(onShow).toHaveBeenCalledWith('assistants');
});

test('opens the Assistants tab and the Queue tab from the last step', async () => {
  answer(listUserPages, { pages: [buildPage()] });
  answer(listAssistants, [buildAssistant({ status: 'waiting', active_task_count: 3 })]);
  show();
  const steps = within(await findSteps());
  await userEvent.click(steps.getByRole('button', { name: 'Choose its pages' }));
  expect(onShow).toHaveBeenLastCalledWith('assistants');
  await userEvent.click(steps.getByRole('button', { name: 'Open the queue' }));
  expect(onShow).toHaveBeenLastCalledWith('queue');
});

test('the first steps are hidden permanently for this user after all steps are done', async () => {
  answer(listUserPages, { pages: [buildPage()] });
  answer(listAssistants, [buildAssistant({ active_task_count: 3 })]);
  answer(queueStatus, { is_posting_active: true, current_task_id: null });
  show();
  await waitFor(() => expect(areFirstStepsOver('42')).toBe(true));
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  expect(areFirstStepsOver('43')).toBe(false);
});

test('the first steps are hidden permanently after a click on Hide', async () => {
  show();
  await userEvent.click(within(await findSteps()).getByRole('button', { name: 'Hide' }));
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  expect(areFirstStepsOver('42')).toBe(true);
});

test('the first steps are not shown when a request fails', async () => {
  const requests = refuse(queueInfo, 500);
  show();
  await waitFor(() => expect(requests).toHaveLength(1));
  await act(async () => {});
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  expect(areFirstStepsOver('42')).toBe(false);
});

test.each([
  ['a running queue', { status: { is_posting_active: true } }],
  ['a posting in progress', { info: { ...EMPTY_QUEUE, in_progress_count: 1 } }],
  ['a completed posting', { info: { ...EMPTY_QUEUE, completed_count: 1 } }],
  ['a completed assistant', { assistants: [buildAssistant({ status: 'completed' })] }],
])('marks the queue step as done for %s', (_what, change) => {
  const account = { pagesCount: 1, assistants: [], info: EMPTY_QUEUE, status: PAUSED };
  expect(stepsDone(account).queue).toBe(false);
  expect(stepsDone({ ...account, ...change }).queue).toBe(true);
});

test('marks the flyer step as done for an archived flyer', () => {
  const assistants = [buildAssistant({ active_task_count: 0, archived_task_count: 2 })];
  expect(stepsDone({ pagesCount: 0, assistants, info: EMPTY_QUEUE, status: PAUSED }).flyer).toBe(true);
});
