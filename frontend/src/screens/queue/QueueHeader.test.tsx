import { archiveFinalized } from '@flyerdeck/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { disconnect } from '../../../test/apiServer.ts';
import { buildTask, renderQueueTab, useQueueServer } from '../../../test/queueTab.tsx';

const { state, countOf, hold } = useQueueServer();

const button = (name: string) => screen.getByRole('button', { name });

describe('the header of the queue', () => {
  it('has a heading, and the id of the task in progress only while posting is active [2.8-01, 2.8-02]', async () => {
    state.status = { is_posting_active: true, current_task_id: 'task-7' };
    renderQueueTab();
    expect(screen.getByRole('heading', { name: 'Posting Queue' })).toBeVisible();
    expect(await screen.findByText('Processing task: task-7')).toBeVisible();
    state.status = { is_posting_active: false, current_task_id: 'task-7' };
    await userEvent.click(button('Pause Posting'));
    expect(await screen.findByRole('button', { name: 'Start Posting' })).toBeVisible();
    expect(screen.queryByText('Processing task: task-7')).not.toBeInTheDocument();
  });

  it('enables Pause Posting also when the queue is empty [4.5-03]', async () => {
    state.status = { is_posting_active: true, current_task_id: null };
    renderQueueTab();
    expect(await screen.findByRole('tab', { name: 'Queue (0)' })).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Pause Posting' })).toBeEnabled();
  });

  it.each([
    ['completed', true],
    ['failed', true],
    ['partially_completed', true],
    ['in_queue', false],
    ['posting', false],
  ] as const)('with only a task that is %s, Clear Completed is enabled: %s [4.6-08]', async (status, isEnabled) => {
    state.tasks = [buildTask({ status })];
    renderQueueTab();
    await screen.findByRole('tab', { name: /\(1\)/ });
    expect(button('Clear Completed').hasAttribute('disabled')).toBe(!isEnabled);
  });

  it('Start Posting starts the queue once, shows a message and waits for the new queue status [2.8-04, 4.5-01, 8.2-17]', async () => {
    state.tasks = [buildTask()];
    renderQueueTab();
    await waitFor(() => expect(button('Start Posting')).toBeEnabled());
    const release = hold('GET /api/queue/status');
    await userEvent.click(button('Start Posting'));
    expect(await screen.findByText('Queue processing start requested.')).toBeVisible();
    expect(button('Start Posting')).toBeDisabled();
    release();
    expect(countOf('POST /api/queue/start')).toBe(1);
    expect(await screen.findByRole('button', { name: 'Pause Posting' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Start Posting' })).not.toBeInTheDocument();
  });

  it('Pause Posting pauses the queue, shows a message and loads the new queue status [2.8-04, 4.5-01, 8.2-17]', async () => {
    state.status = { is_posting_active: true, current_task_id: null };
    renderQueueTab();
    await userEvent.click(await screen.findByRole('button', { name: 'Pause Posting' }));
    expect(await screen.findByText('Queue processing stop requested.')).toBeVisible();
    expect(countOf('POST /api/queue/stop')).toBe(1);
    expect(await screen.findByRole('button', { name: 'Start Posting' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Pause Posting' })).not.toBeInTheDocument();
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

  it("shows 'Error: Failed to clear tasks.' when the server does not respond [8.2-11]", async () => {
    state.tasks = [buildTask({ status: 'completed' })];
    disconnect(archiveFinalized);
    renderQueueTab();
    await waitFor(() => expect(button('Clear Completed')).toBeEnabled());
    await userEvent.click(button('Clear Completed'));
    expect(await screen.findByText('Error: Failed to clear tasks.')).toBeVisible();
  });

  it.each([
    ['POST /api/queue/start', undefined, 'Start Posting', 'Error: Failed to start queue.'],
    ['POST /api/queue/start', 'The queue is locked.', 'Start Posting', 'Error: The queue is locked.'],
    ['POST /api/queue/stop', undefined, 'Pause Posting', 'Error: Failed to stop queue.'],
    ['POST /api/tasks/archive-finalized', undefined, 'Clear Completed', 'Error: Failed to clear finalized tasks.'],
    ['POST /api/tasks/archive-finalized', 'Not now.', 'Clear Completed', 'Error: Not now.'],
  ])(
    "when %s is refused with the message %p, clicking %s shows '%s' [8.2-08, 8.2-09, 8.2-10]",
    async (call, sentence, name, shown) => {
      state.tasks = [buildTask({ _id: '1' }), buildTask({ _id: '2', status: 'completed' })];
      state.refusals[call] = sentence ? { status: 500, body: { error: sentence, code: 'internal' } } : { status: 500 };
      state.status = { is_posting_active: name === 'Pause Posting', current_task_id: null };
      renderQueueTab();
      await waitFor(() => expect(button(name)).toBeEnabled());
      await userEvent.click(button(name));
      expect(await screen.findByText(shown)).toBeVisible();
    },
  );
});
