import type { QueueInfo, QueueStatus, Task, TaskDetail } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { changeAnswer } from './changedAnswer.ts';
import {
  asked,
  button,
  countRequests,
  failOneFlyer,
  openFailed,
  openQueue,
  queueOneFlyer,
  seePolling,
  tab,
} from './queueTab.ts';
import { expect, specRows } from './specRow.ts';
import { stopClock } from './stoppedClock.ts';

specRows(
  '4 Queue tab filters',
  (
    [
      ['Queue', 'in_queue'],
      ['Completed', 'completed'],
      ['Failed', 'failed,partially_completed'],
      ['In Progress', 'pending,posting'],
    ] as const
  ).map(([name, statuses]) => ({
    says: `${name}: ${statuses.replace(',', ' and ')}`,
    see: async ({ page }: { page: Page }) => {
      // The first tab asks when the screen opens.
      const firstAsked = asked(page, '/api/tasks?status=in_queue');
      await openQueue({ page });
      await firstAsked;
      if (name === 'Queue') return;
      const isAsked = asked(page, `/api/tasks?status=${statuses}`);
      await tab(page, new RegExp(`^${name} \\(`)).click();
      await isAsked;
    },
  })),
);

specRows('4 Queue tab filters, reloading', [
  {
    says: 'The task list reloads when the count for the current tab changes.',
    alone: true,
    see: async ({ page }) => {
      let queued = 0;
      await changeAnswer<QueueInfo>(page, '**/api/queue/info', (info) => ({ ...info, queue_count: queued }));
      await page.clock.install();
      await openQueue({ page });
      await expect(page.getByText('No tasks in queue.')).toBeVisible();
      await expect(tab(page, /^Queue \(0\)/)).toBeVisible();
      const clock = await stopClock(page);
      const reloads = countRequests(page, '/api/tasks?status=in_queue');
      await clock.pass(5_000);
      expect(reloads()).toBe(0);
      queued = 1;
      await clock.pass(5_000);
      await clock.passUntilSeen(tab(page, /^Queue \(1\)/));
      await expect.poll(reloads).toBe(1);
    },
  },
  { says: 'Queue status is polled every 5 seconds while on the Queue tab.', alone: true, see: seePolling },
]);

specRows('4 Posting switch', { given: queueOneFlyer, open: openQueue }, [
  {
    says: 'Inactive: Start Posting requests start. Active: Pause Posting requests stop. Afterwards the status is reloaded.',
    see: async ({ page }) => {
      await openQueue({ page });
      for (const [name, call, next] of [
        ['Start Posting', 'start', 'Pause Posting'],
        ['Pause Posting', 'stop', 'Start Posting'],
      ] as const) {
        await expect(button(page, name)).toBeEnabled();
        const requested = asked(page, `/api/queue/${call}`);
        await button(page, name).click();
        expect((await requested).method()).toBe('POST');
        await asked(page, '/api/queue/status');
        await expect(button(page, next)).toBeVisible();
      }
    },
  },
  {
    says: 'Start is disabled when the queue count is zero and posting is not active.',
    see: async ({ page }) => {
      await changeAnswer<QueueInfo>(page, '**/api/queue/info', (info) => ({ ...info, queue_count: 0 }));
      await openQueue({ page });
      await expect(tab(page, /^Queue \(0\)/)).toBeVisible();
      await expect(button(page, 'Start Posting')).toBeDisabled();
    },
  },
  {
    says: '… and posting is not active. (Where it is, it can be paused.)',
    see: async ({ page }) => {
      await changeAnswer<QueueInfo>(page, '**/api/queue/info', (info) => ({ ...info, queue_count: 0 }));
      await changeAnswer<QueueStatus>(page, '**/api/queue/status', (status) => ({
        ...status,
        is_posting_active: true,
      }));
      await openQueue({ page });
      await expect(tab(page, /^Queue \(0\)/)).toBeVisible();
      await expect(button(page, 'Pause Posting')).toBeEnabled();
    },
  },
]);

const changeTasks = (page: Page, changes: Partial<Task>) =>
  changeAnswer<Task[]>(page, /\/api\/tasks\?status=/, (tasks) => tasks.map((task) => ({ ...task, ...changes })));
/** What the details say of a task takes the place of what the list said. */
const changeDetail = (page: Page, changes: Partial<TaskDetail>) =>
  changeAnswer<TaskDetail>(page, /\/api\/tasks\/[^/?]+$/, (task) => ({ ...task, ...changes }));
const HALF_FAILED = { posted: 1, pending: 0, failed: 1, total: 2 };

specRows('4 Retry and archive', { given: failOneFlyer }, [
  {
    says: 'Retry is offered on tasks that are failed or partially_completed …',
    see: async ({ page }) => {
      await openFailed(page);
      await expect(button(page, 'Retry')).toBeEnabled();
    },
  },
  {
    says: 'Retry is offered on tasks that are … partially_completed …',
    see: async ({ page }) => {
      await changeTasks(page, { status: 'partially_completed', page_counts: HALF_FAILED });
      await changeDetail(page, { status: 'partially_completed', page_counts: HALF_FAILED });
      await openFailed(page);
      await expect(page.getByRole('article').getByText('Partially Completed', { exact: true })).toBeVisible();
      await expect(button(page, 'Retry')).toBeEnabled();
    },
  },
  {
    says: '… with a failed count above zero; …',
    see: async ({ page }) => {
      await changeTasks(page, { page_counts: { posted: 0, pending: 0, failed: 0, total: 0 } });
      await changeDetail(page, { page_counts: { posted: 0, pending: 0, failed: 0, total: 0 } });
      await openFailed(page);
      await expect(page.getByRole('article')).toHaveCount(1);
      await expect(page.getByRole('article').getByRole('button', { name: 'Pages (0)' })).toBeVisible();
      await expect(button(page, 'Retry')).toHaveCount(0);
    },
  },
  {
    says: "… while running the button reads 'Retrying...'.",
    see: async ({ page }) => {
      // Refused in the end: the rows after this one want the task as it is.
      let refuseNow = () => {};
      const refused = new Promise<void>((resolve) => {
        refuseNow = resolve;
      });
      await page.route('**/api/tasks/*/retry', async (route) => {
        await refused;
        await route.fulfill({ status: 500, json: {} });
      });
      await openFailed(page);
      await button(page, 'Retry').click();
      await expect(button(page, 'Retrying...')).toBeDisabled();
      refuseNow();
      await expect(button(page, 'Retry')).toBeEnabled();
    },
  },
  {
    says: 'Task detail (with page postings) is loaded for failed …',
    see: async ({ page, given }) => {
      const loaded = asked(page, `/api/tasks/${given.taskId}`);
      await openFailed(page);
      await loaded;
      await expect(page.getByRole('list', { name: 'Failed pages' })).toContainText('Mila Rose');
    },
  },
  {
    says: '… or partially_completed tasks, …',
    see: async ({ page, given }) => {
      await changeTasks(page, { status: 'partially_completed', page_counts: HALF_FAILED });
      const loaded = asked(page, `/api/tasks/${given.taskId}`);
      await openFailed(page);
      await loaded;
      await expect(page.getByRole('list', { name: 'Failed pages' })).toContainText('Mila Rose');
    },
  },
  {
    says: '… or tasks with failed pages. (Such a one that is still posting is not offered for Retry.)',
    see: async ({ page, person, given }) => {
      const task = await person.call<Task>('GET', `/tasks/${given.taskId}`);
      const stillPosting = { status: 'posting', page_counts: { posted: 0, pending: 1, failed: 1, total: 2 } };
      await changeAnswer<Task[]>(page, /\/api\/tasks\?status=pending/, () => [{ ...task, ...stillPosting }]);
      // Its details as well: else they would say that it has failed, and take it out of this tab.
      await changeAnswer<TaskDetail>(page, /\/api\/tasks\/[^/]+$/, (detail) => ({ ...detail, ...stillPosting }));
      const loaded = asked(page, `/api/tasks/${given.taskId}`);
      await openQueue({ page });
      await tab(page, /^In Progress/).click();
      await loaded;
      await expect(page.getByRole('list', { name: 'Failed pages' })).toContainText('Mila Rose');
      await expect(button(page, 'Retry')).toHaveCount(0);
    },
  },
]);

specRows('4 Retry and archive, Clear Completed', { given: failOneFlyer }, [
  {
    says: 'Clear Completed archives finalized tasks; it is disabled when completed and failed counts are both zero.',
    see: async ({ page, person, given }) => {
      await openFailed(page);
      await button(page, 'Clear Completed').click();
      await expect(page.getByText('No failed tasks.')).toBeVisible();
      await expect(button(page, 'Clear Completed')).toBeDisabled();
      expect((await person.call<Task>('GET', `/tasks/${given.taskId}`)).status).toBe('archived');
    },
  },
]);
