import { setImmediate } from 'node:timers/promises';
import { archiveFinalized } from '@flyerdeck/contracts';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { disconnect } from '../../../test/apiServer.ts';
import { buildTask, renderQueueTab, useQueueServer } from '../../../test/queueTab.tsx';
import { Snackbar, useSnackbar } from './Snackbar.tsx';

const { state, countOf, hold } = useQueueServer();
const button = (name: string) => screen.getByRole('button', { name });

describe('header', () => {
  it('has a heading, and the id of the task in progress only while posting is active, which can be paused also with an empty queue [2.8-01, 2.8-02, 4.5-03]', async () => {
    state.status = { is_posting_active: true, current_task_id: 'task-7' };
    renderQueueTab();
    expect(screen.getByRole('heading', { name: 'Posting Queue' })).toBeVisible();
    expect(await screen.findByText('Processing task: task-7')).toBeVisible();
    state.status = { is_posting_active: false, current_task_id: 'task-7' };
    await userEvent.click(button('Pause Posting'));
    expect(await screen.findByRole('button', { name: 'Start Posting' })).toBeVisible();
    expect(screen.queryByText('Processing task: task-7')).not.toBeInTheDocument();
  });

  it('Start Posting starts the queue once and waits for the new status, and Pause Posting pauses it [2.8-04, 4.5-01, 8.2-17]', async () => {
    state.tasks = [buildTask()];
    renderQueueTab();
    await waitFor(() => expect(button('Start Posting')).toBeEnabled());
    const release = hold('GET /api/queue/status');
    await userEvent.click(button('Start Posting'));
    expect(await screen.findByText('Queue processing start requested.')).toBeVisible();
    expect(button('Start Posting')).toBeDisabled();
    release();
    const pause = await screen.findByRole('button', { name: 'Pause Posting' });
    expect(screen.queryByRole('button', { name: 'Start Posting' })).not.toBeInTheDocument();
    await userEvent.click(pause);
    expect(await screen.findByText('Queue processing stop requested.')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Start Posting' })).toBeVisible();
    expect([countOf('POST /api/queue/start'), countOf('POST /api/queue/stop')]).toEqual([1, 1]);
  });

  it('Clear Completed archives the finalized tasks, shows a message and removes them from the tab [2.8-03, 4.6-08, 8.2-16]', async () => {
    state.tasks = [buildTask({ status: 'completed', description: 'Old set' })];
    renderQueueTab();
    await userEvent.click(await screen.findByRole('tab', { name: 'Completed (1)' }));
    expect(await screen.findByText('1. Old set')).toBeVisible();
    await userEvent.click(button('Clear Completed'));
    expect(await screen.findByText('Finalized tasks cleared successfully.')).toBeVisible();
    expect(await screen.findByText('No completed tasks.')).toBeVisible();
    expect(countOf('POST /api/tasks/archive-finalized')).toBe(1);
    expect(button('Clear Completed')).toBeDisabled();
  });

  it.each([
    ['POST /api/queue/start', 'Start Posting', 'Error: Failed to start queue.'],
    ['POST /api/queue/stop', 'Pause Posting', 'Error: Failed to stop queue.'],
    ['POST /api/tasks/archive-finalized', 'Clear Completed', 'Error: Failed to clear finalized tasks.'],
  ])(
    "when %s is refused, clicking %s shows '%s' or the server's message [8.2-08, 8.2-09, 8.2-10]",
    async (call, name, shown) => {
      state.tasks = [buildTask({ _id: '1' }), buildTask({ _id: '2', status: 'completed' })];
      state.refusals[call] = { status: 500 };
      state.status = { is_posting_active: name === 'Pause Posting', current_task_id: null };
      renderQueueTab();
      await waitFor(() => expect(button(name)).toBeEnabled());
      await userEvent.click(button(name));
      expect(await screen.findByText(shown)).toBeVisible();
      state.refusals[call] = { status: 500, body: { error: 'Not now.', code: 'internal' } };
      await userEvent.click(button(name));
      expect(await screen.findByText('Error: Not now.')).toBeVisible();
    },
  );

  it("shows 'Error: Failed to clear tasks.' when the server does not respond [8.2-11]", async () => {
    state.tasks = [buildTask({ status: 'completed' })];
    disconnect(archiveFinalized);
    renderQueueTab();
    await waitFor(() => expect(button('Clear Completed')).toBeEnabled());
    await userEvent.click(button('Clear Completed'));
    expect(await screen.findByText('Error: Failed to clear tasks.')).toBeVisible();
  });
});

describe('tabs', () => {
  const openTab = (name: string) => userEvent.click(screen.getByRole('tab', { name: new RegExp(`^${name} \\(`) }));

  it('are shown in order with their counts [2.8-05]', async () => {
    state.tasks = [
      buildTask({ _id: '1', status: 'in_queue' }),
      buildTask({ _id: '2', status: 'in_queue' }),
      buildTask({ _id: '3', status: 'completed' }),
      buildTask({ _id: '4', status: 'failed' }),
      buildTask({ _id: '5', status: 'partially_completed' }),
      buildTask({ _id: '6', status: 'pending' }),
      buildTask({ _id: '7', status: 'posting' }),
      buildTask({ _id: '8', status: 'posting' }),
    ];
    renderQueueTab();
    await screen.findByRole('tab', { name: 'Queue (2)' });
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Queue (2)',
      'Completed (1)',
      'Failed (2)',
      'In Progress (3)',
    ]);
  });

  it('request their statuses, and say when there are no tasks [2.8-25, 2.8-26, 2.8-27, 2.8-28, 4.4-03, 4.4-04, 4.4-05, 4.4-06]', async () => {
    renderQueueTab();
    for (const [name, statuses, emptyText] of [
      ['Queue', 'in_queue', 'No tasks in queue.'],
      ['Completed', 'completed', 'No completed tasks.'],
      ['Failed', 'failed,partially_completed', 'No failed tasks.'],
      ['In Progress', 'pending,posting', 'No tasks currently in progress.'],
    ] as const) {
      await openTab(name);
      expect(await screen.findByText(emptyText)).toBeVisible();
      expect(countOf(`GET /api/tasks?status=${encodeURIComponent(statuses)}`)).toBe(1);
    }
  });

  it("show the server's or their own message when the task request is refused, with a Retry button [8.2-02, 8.2-07]", async () => {
    state.refusals['GET /api/tasks'] = { status: 500 };
    renderQueueTab();
    expect(await screen.findByText('Failed to fetch tasks.')).toBeVisible();
    state.refusals['GET /api/tasks'] = { status: 500, body: { error: 'The list is locked.', code: 'internal' } };
    await userEvent.click(button('Retry'));
    expect(await screen.findByText('The list is locked.')).toBeVisible();
    expect(screen.queryByText('Failed to fetch tasks.')).not.toBeInTheDocument();
    state.refusals = {};
    await userEvent.click(button('Retry'));
    expect(await screen.findByText('No tasks in queue.')).toBeVisible();
    expect(screen.queryByText('The list is locked.')).not.toBeInTheDocument();
  });

  it.each([
    [
      'Unauthorized',
      () => {
        state.refusals['GET /api/tasks'] = { status: 401, body: { error: 'Sign in.', code: 'auth.required' } };
      },
    ],
    ['Not authenticated', () => localStorage.clear()],
  ])("show no error and an empty list after '%s' [8.2-06]", async (_message, endSession) => {
    state.tasks = [buildTask({ description: 'Big news' })];
    renderQueueTab();
    expect(await screen.findByText('1. Big news')).toBeVisible();
    endSession();
    await openTab('Completed');
    await openTab('Queue');
    expect(await screen.findByText('No tasks in queue.')).toBeVisible();
    expect(screen.queryByText('1. Big news')).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('groups have a heading with the name of the assistant and its number of tasks, and can be closed separately [2.8-06, 2.8-07, 2.8-08, 2.8-09]', async () => {
    state.tasks = [
      buildTask({ _id: '1', assistant_name: 'Evening', description: 'First' }),
      buildTask({ _id: '3', assistant_name: '', description: 'Stray' }),
      buildTask({ _id: '2', assistant_name: 'Evening', description: 'Second', sequence_order: 1 }),
    ];
    renderQueueTab();
    const group = await screen.findByRole('button', { name: 'Evening 2 tasks' });
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Evening2 tasks',
      'Unknown Assistant1 task',
    ]);
    expect(screen.getAllByRole('article').map((row) => row.getAttribute('aria-label'))).toEqual([
      'Flyer 1 of Evening',
      'Flyer 2 of Evening',
      'Flyer 1 of Unknown Assistant',
    ]);
    expect(group).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByText('1. First')).toBeVisible();
    await userEvent.click(group);
    expect(group).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByText('1. First')).not.toBeInTheDocument();
    expect(screen.getByText('1. Stray')).toBeVisible();
  });

  it("the current task is the only one with the badge 'Processing' [2.8-21]", async () => {
    state.tasks = [
      buildTask({ _id: '1', status: 'posting', description: 'Now' }),
      buildTask({ _id: '2', status: 'pending', description: 'Next', sequence_order: 1 }),
    ];
    state.status = { is_posting_active: true, current_task_id: '1' };
    renderQueueTab();
    await openTab('In Progress');
    await screen.findByText('1. Now');
    const [current, next] = screen.getAllByRole('article');
    expect(within(current as HTMLElement).getByText('Processing')).toBeVisible();
    expect(within(next as HTMLElement).queryByText('Processing')).not.toBeInTheDocument();
  });
});

describe('polling', () => {
  /** Event loop turns after which a request of these tests is finished. */
  const NETWORK_TURNS = 20;

  /** Advances the fake clock and waits for requests sent meanwhile. */
  const advanceTime = (milliseconds: number) =>
    act(async () => {
      await jest.advanceTimersByTimeAsync(milliseconds);
      for (let turn = 0; turn < NETWORK_TURNS; turn++) await setImmediate();
    });

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('it requests the queue status exactly every 5 seconds [4.4-02, 9-21]', async () => {
    renderQueueTab();
    await screen.findByText('No tasks in queue.');
    const polls = () => countOf('GET /api/queue/status');
    const before = polls();
    // The clock may have advanced since the first response.
    for (let passedMs = 0; polls() === before && passedMs < 5_000; passedMs += 50) await advanceTime(50);
    expect(polls()).toBe(before + 1);
    await advanceTime(4_900);
    expect(polls()).toBe(before + 1);
    await advanceTime(100);
    expect(polls()).toBe(before + 2);
    await advanceTime(5_000);
    expect(polls()).toBe(before + 3);
  });

  it('it disables Start Posting when the queue becomes empty and enables it when a task is queued [4.5-02]', async () => {
    const task = buildTask({ page_counts: { posted: 0, pending: 0, failed: 0, total: 0 } });
    state.tasks = [task];
    renderQueueTab();
    await screen.findByText('1. New set tonight');
    expect(screen.getByRole('button', { name: 'Start Posting' })).toBeEnabled();
    state.tasks = [];
    await advanceTime(5_000);
    expect(screen.getByRole('tab', { name: 'Queue (0)' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Start Posting' })).toBeDisabled();
    state.tasks = [task];
    await advanceTime(5_000);
    expect(screen.getByRole('button', { name: 'Start Posting' })).toBeEnabled();
  });

  it('it reloads the tasks only when the count of the open tab changes [4.4-01]', async () => {
    state.tasks = [buildTask({ _id: '1', description: 'First' })];
    renderQueueTab();
    expect(await screen.findByText('1. First')).toBeVisible();
    const lists = () => countOf('GET /api/tasks?status=in_queue');
    const before = lists();
    state.tasks = [...state.tasks, buildTask({ _id: '2', status: 'completed' })];
    await advanceTime(5_000);
    expect(lists()).toBe(before);
    state.tasks = [...state.tasks, buildTask({ _id: '3', description: 'Late', sequence_order: 2 })];
    await advanceTime(5_000);
    expect(await screen.findByText('3. Late')).toBeVisible();
    expect(lists()).toBe(before + 1);
  });
});

describe('the snackbar', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('disappears after 4 seconds [2.8-24, 9-22]', () => {
    jest.useFakeTimers();
    function Shown() {
      const { message, show, hide } = useSnackbar();
      return (
        <button type="button" onClick={() => show('Done.')}>
          Show <Snackbar message={message} hide={hide} />
        </button>
      );
    }
    render(<Shown />);
    fireEvent.click(screen.getByRole('button'));
    act(() => jest.advanceTimersByTime(3_999));
    expect(screen.getByText('Done.')).toBeVisible();
    act(() => jest.advanceTimersByTime(1));
    expect(screen.queryByText('Done.')).not.toBeInTheDocument();
  });
});
