import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildTask, renderQueueTab, useQueueServer } from '../../../test/queueTab.tsx';

const { state, countOf } = useQueueServer();

const button = (name: string) => screen.getByRole('button', { name });
const openTab = (name: string) => userEvent.click(screen.getByRole('tab', { name: new RegExp(`^${name} \\(`) }));

describe('the four queue tabs', () => {
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
});

describe('the groups of the queue', () => {
  it('have a heading with the name of the assistant and its number of tasks, and can be closed separately [2.8-06, 2.8-07, 2.8-08, 2.8-09]', async () => {
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
});

describe('the current task', () => {
  it("is the only one with the badge 'Processing' [2.8-21]", async () => {
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
