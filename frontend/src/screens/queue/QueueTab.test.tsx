import { setImmediate } from 'node:timers/promises';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildTask } from './testing/queueFixtures.ts';
import { useQueueServer } from './testing/queueServer.ts';
import { renderQueueTab } from './testing/renderQueueTab.tsx';

const { state, countOf, hold } = useQueueServer();

/** Turns of the event loop in which a call of these tests is through. */
const NETWORK_TURNS = 20;

const button = (name: string) => screen.getByRole('button', { name });
const openTab = (name: RegExp) => userEvent.click(screen.getByRole('tab', { name }));

describe('the header of the queue', () => {
  it("is called 'Posting Queue'", () => {
    renderQueueTab();
    expect(screen.getByRole('heading', { name: 'Posting Queue' })).toBeVisible();
  });

  it('names the task being processed only while posting is active', async () => {
    state.status = { is_posting_active: true, current_task_id: 'task-7' };
    renderQueueTab();
    expect(await screen.findByText('Processing task: task-7')).toBeVisible();
    state.status = { is_posting_active: false, current_task_id: 'task-7' };
    await userEvent.click(button('Pause Posting'));
    expect(await screen.findByRole('button', { name: 'Start Posting' })).toBeVisible();
    expect(screen.queryByText('Processing task: task-7')).not.toBeInTheDocument();
  });

  it('disables Start Posting while nothing is queued, and enables it once something is', async () => {
    state.tasks = [buildTask({ status: 'completed' })];
    const { unmount } = renderQueueTab();
    await screen.findByText('No tasks in queue.');
    expect(button('Start Posting')).toBeDisabled();
    unmount();
    state.tasks = [buildTask()];
    renderQueueTab();
    await waitFor(() => expect(button('Start Posting')).toBeEnabled());
  });

  it('starts nothing before it is known whether posting is active', async () => {
    state.tasks = [buildTask()];
    state.status = { is_posting_active: true, current_task_id: null };
    const letGo = hold('GET /api/queue/status');
    renderQueueTab();
    await screen.findByRole('tab', { name: /\(1\)/ });
    expect(button('Start Posting')).toBeDisabled();
    letGo();
    expect(await screen.findByRole('button', { name: 'Pause Posting' })).toBeEnabled();
  });

  it('can be started when its state could not be asked', async () => {
    state.tasks = [buildTask()];
    state.refusals['GET /api/queue/status'] = { status: 503 };
    renderQueueTab();
    await waitFor(() => expect(button('Start Posting')).toBeEnabled());
  });

  it('never disables Pause Posting for want of tasks', async () => {
    state.status = { is_posting_active: true, current_task_id: null };
    renderQueueTab();
    expect(await screen.findByRole('button', { name: 'Pause Posting' })).toBeEnabled();
  });

  it.each([
    ['completed', true],
    ['failed', true],
    ['partially_completed', true],
    ['in_queue', false],
    ['posting', false],
  ] as const)('with only a task that is %s, Clear Completed is enabled: %s', async (status, isEnabled) => {
    state.tasks = [buildTask({ status })];
    renderQueueTab();
    await screen.findByRole('tab', { name: /\(1\)/ });
    expect(button('Clear Completed').hasAttribute('disabled')).toBe(!isEnabled);
  });

  it('starts posting, says so, and asks for the new state of the switch', async () => {
    state.tasks = [buildTask()];
    renderQueueTab();
    await waitFor(() => expect(button('Start Posting')).toBeEnabled());
    await userEvent.click(button('Start Posting'));
    expect(await screen.findByText('Queue processing start requested.')).toBeVisible();
    expect(countOf('POST /api/queue/start')).toBe(1);
    expect(await screen.findByRole('button', { name: 'Pause Posting' })).toBeVisible();
  });

  it('can not be started again before the new state of the switch is there', async () => {
    state.tasks = [buildTask()];
    renderQueueTab();
    await waitFor(() => expect(button('Start Posting')).toBeEnabled());
    const letGo = hold('GET /api/queue/status');
    await userEvent.click(button('Start Posting'));
    await screen.findByText('Queue processing start requested.');
    expect(button('Start Posting')).toBeDisabled();
    letGo();
    expect(await screen.findByRole('button', { name: 'Pause Posting' })).toBeEnabled();
    expect(countOf('POST /api/queue/start')).toBe(1);
  });

  it('can be started again when its new state can not be asked', async () => {
    state.tasks = [buildTask()];
    renderQueueTab();
    await waitFor(() => expect(button('Start Posting')).toBeEnabled());
    state.refusals['GET /api/queue/status'] = { status: 503 };
    await userEvent.click(button('Start Posting'));
    await screen.findByText('Queue processing start requested.');
    await waitFor(() => expect(button('Start Posting')).toBeEnabled());
  });

  it('pauses posting and says so', async () => {
    state.status = { is_posting_active: true, current_task_id: null };
    renderQueueTab();
    await userEvent.click(await screen.findByRole('button', { name: 'Pause Posting' }));
    expect(await screen.findByText('Queue processing stop requested.')).toBeVisible();
    expect(countOf('POST /api/queue/stop')).toBe(1);
  });

  it('clears finalized tasks, says so, and shows the tab without them', async () => {
    state.tasks = [buildTask({ status: 'completed', description: 'Old set' })];
    renderQueueTab();
    await userEvent.click(await screen.findByRole('tab', { name: 'Completed (1)' }));
    expect(await screen.findByText('1. Old set')).toBeVisible();
    await userEvent.click(button('Clear Completed'));
    expect(await screen.findByText('Finalized tasks cleared successfully.')).toBeVisible();
    expect(await screen.findByText('No completed tasks.')).toBeVisible();
  });

  it.each([
    ['POST /api/queue/start', undefined, 'Start Posting', 'Error: Failed to start queue.'],
    ['POST /api/queue/start', 'The queue is locked.', 'Start Posting', 'Error: The queue is locked.'],
    ['POST /api/tasks/archive-finalized', undefined, 'Clear Completed', 'Error: Failed to clear finalized tasks.'],
    ['POST /api/tasks/archive-finalized', 'Not now.', 'Clear Completed', 'Error: Not now.'],
  ])('when %s is refused with %p, pressing %s shows %p', async (call, sentence, name, shown) => {
    state.tasks = [buildTask({ _id: '1' }), buildTask({ _id: '2', status: 'completed' })];
    state.refusals[call] = sentence ? { status: 500, body: { error: sentence, code: 'internal' } } : { status: 500 };
    renderQueueTab();
    await waitFor(() => expect(button(name)).toBeEnabled());
    await userEvent.click(button(name));
    expect(await screen.findByText(shown)).toBeVisible();
  });

  it("shows 'Error: Failed to stop queue.' when pausing is refused without a word", async () => {
    state.status = { is_posting_active: true, current_task_id: null };
    state.refusals['POST /api/queue/stop'] = { status: 500 };
    renderQueueTab();
    await userEvent.click(await screen.findByRole('button', { name: 'Pause Posting' }));
    expect(await screen.findByText('Error: Failed to stop queue.')).toBeVisible();
  });
});

describe('the four tabs', () => {
  it.each([
    [undefined, 'Failed to fetch queue info.'],
    [{ error: 'Back soon.', code: 'unavailable' }, 'Back soon.'],
  ])(
    'claim no zeros when their counts can not be had (%j), say so, and try again on demand',
    async (body, sentence) => {
      state.tasks = [buildTask()];
      state.refusals['GET /api/queue/info'] = body ? { status: 503, body } : { status: 503 };
      renderQueueTab();
      const alert = await screen.findByRole('alert');
      expect(alert).toHaveTextContent(sentence);
      expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
        'Queue (–)',
        'Completed (–)',
        'Failed (–)',
        'In Progress (–)',
      ]);
      delete state.refusals['GET /api/queue/info'];
      await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
      expect(await screen.findByRole('tab', { name: 'Queue (1)' })).toBeVisible();
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    },
  );

  it('stand in order with their counts', async () => {
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

  it.each([
    [/^Queue/, 'in_queue', 'No tasks in queue.'],
    [/^Completed/, 'completed', 'No completed tasks.'],
    [/^Failed/, 'failed,partially_completed', 'No failed tasks.'],
    [/^In Progress/, 'pending,posting', 'No tasks currently in progress.'],
  ])('%p asks for %s and, when there are none, says %p', async (name, statuses, emptyText) => {
    renderQueueTab();
    await openTab(name);
    expect(await screen.findByText(emptyText)).toBeVisible();
    expect(countOf(`GET /api/tasks?status=${encodeURIComponent(statuses)}`)).toBe(1);
  });

  it("shows 'Failed to fetch tasks.' with a way to try again", async () => {
    state.refusals['GET /api/tasks'] = { status: 500 };
    renderQueueTab();
    expect(await screen.findByText('Failed to fetch tasks.')).toBeVisible();
    state.refusals = {};
    await userEvent.click(button('Retry'));
    expect(await screen.findByText('No tasks in queue.')).toBeVisible();
    expect(screen.queryByText('Failed to fetch tasks.')).not.toBeInTheDocument();
  });

  it('ignores a refusal for want of a session and shows no tasks', async () => {
    state.refusals['GET /api/tasks'] = { status: 401, body: { error: 'Sign in.', code: 'auth.required' } };
    renderQueueTab();
    expect(await screen.findByText('No tasks in queue.')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('groups', () => {
  beforeEach(() => {
    state.tasks = [
      buildTask({ _id: '1', assistant_name: 'Evening', description: 'First' }),
      buildTask({ _id: '2', assistant_name: 'Evening', description: 'Second', sequence_order: 1 }),
      buildTask({ _id: '3', assistant_name: '', description: 'Stray' }),
    ];
  });

  it('are headed by the name of the assistant and how many tasks it has', async () => {
    renderQueueTab();
    expect(await screen.findByRole('button', { name: 'Evening 2 tasks' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Unknown Assistant 1 task' })).toBeVisible();
  });

  it('are open at first and close one by one', async () => {
    renderQueueTab();
    const group = await screen.findByRole('button', { name: 'Evening 2 tasks' });
    expect(group).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByText('1. First')).toBeVisible();
    await userEvent.click(group);
    expect(group).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByText('1. First')).not.toBeInTheDocument();
    expect(screen.getByText('1. Stray')).toBeVisible();
  });
});

describe('polling', () => {
  const setVisibility = (visibility: DocumentVisibilityState) =>
    act(() => {
      jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
      document.dispatchEvent(new Event('visibilitychange'));
    });
  /** Lets time pass and whatever was sent meanwhile arrive. */
  const pass = (milliseconds: number) =>
    act(async () => {
      await jest.advanceTimersByTimeAsync(milliseconds);
      for (let turn = 0; turn < NETWORK_TURNS; turn++) await setImmediate();
    });

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  it('asks for the status every 5 seconds', async () => {
    renderQueueTab();
    await screen.findByText('No tasks in queue.');
    const before = countOf('GET /api/queue/status');
    await pass(5_000);
    expect(countOf('GET /api/queue/status')).toBe(before + 1);
    await pass(10_000);
    expect(countOf('GET /api/queue/status')).toBe(before + 3);
  });

  it('stops while the document is hidden and goes on when it is seen again', async () => {
    renderQueueTab();
    await screen.findByText('No tasks in queue.');
    setVisibility('hidden');
    const before = countOf('GET /api/queue/status');
    await pass(20_000);
    expect(countOf('GET /api/queue/status')).toBe(before);
    setVisibility('visible');
    await pass(5_000);
    expect(countOf('GET /api/queue/status')).toBeGreaterThan(before);
  });

  it('stops when the tab is left', async () => {
    const { unmount } = renderQueueTab();
    await screen.findByText('No tasks in queue.');
    unmount();
    const before = state.requests.length;
    await pass(20_000);
    expect(state.requests).toHaveLength(before);
  });

  it('reloads the tasks when the count of the open tab changes, and only then', async () => {
    state.tasks = [buildTask({ _id: '1', description: 'First' })];
    renderQueueTab();
    expect(await screen.findByText('1. First')).toBeVisible();
    const lists = () => countOf('GET /api/tasks?status=in_queue');
    const before = lists();
    state.tasks = [...state.tasks, buildTask({ _id: '2', status: 'completed' })];
    await pass(5_000);
    expect(lists()).toBe(before);
    state.tasks = [...state.tasks, buildTask({ _id: '3', description: 'Late', sequence_order: 2 })];
    await pass(5_000);
    expect(await screen.findByText('3. Late')).toBeVisible();
    expect(lists()).toBe(before + 1);
  });

  it('follows the pages of a task in progress although the count stays the same', async () => {
    const task = buildTask({ _id: '1', status: 'posting' });
    state.tasks = [{ ...task, page_counts: { posted: 1, pending: 2, failed: 0, total: 3 } }];
    renderQueueTab();
    fireEvent.click(await screen.findByRole('tab', { name: 'In Progress (1)' }));
    expect(await screen.findByText('1 posted')).toBeVisible();
    state.tasks = [{ ...task, page_counts: { posted: 2, pending: 1, failed: 0, total: 3 } }];
    await pass(5_000);
    expect(await screen.findByText('2 posted')).toBeVisible();
  });
});

describe('the current task', () => {
  it("alone carries the badge 'Processing'", async () => {
    state.tasks = [
      buildTask({ _id: '1', status: 'posting', description: 'Now' }),
      buildTask({ _id: '2', status: 'pending', description: 'Next', sequence_order: 1 }),
    ];
    state.status = { is_posting_active: true, current_task_id: '1' };
    renderQueueTab();
    await openTab(/^In Progress/);
    await screen.findByText('1. Now');
    const [current, next] = screen.getAllByRole('article');
    expect(within(current as HTMLElement).getByText('Processing')).toBeVisible();
    expect(within(next as HTMLElement).queryByText('Processing')).not.toBeInTheDocument();
  });
});
