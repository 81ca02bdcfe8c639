import type { QueueInfo, QueueStatus, Task, TaskDetail } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { linkPage, makeAssistant } from '../believableData.ts';
import type { Product } from '../product.ts';
import { breakLine, changeAnswer, refuse } from './changedAnswer.ts';
import type { Person } from './Person.ts';
import { expect, type Scene, specRows } from './specRow.ts';
import { stopClock } from './stoppedClock.ts';

const openQueue = async ({ page }: { page: Page }) => {
  await page.goto('/?view=queue');
};
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const path = (url: string) => decodeURIComponent(new URL(url).pathname + new URL(url).search);
const asked = (page: Page, address: string) => page.waitForRequest((request) => path(request.url()) === address);

/** Counts the requests of an address from now on. */
function countRequests(page: Page, address: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (path(request.url()) === address) count += 1;
  });
  return () => count;
}

async function queueOneFlyer(person: Person, { baseUrl }: Product) {
  const mila = await linkPage(person, baseUrl, 'Mila Rose', null, []);
  const rules = { target_pages: [mila.guid] };
  const { _id } = await makeAssistant(person, { name: 'Evening', texts: ['Tonight at nine'], rules, hue: 20 });
  await person.call('POST', `/assistants/${_id}/add-to-queue`);
  return mila.device;
}

async function failOneFlyer(person: Person, product: Product): Promise<{ taskId: string }> {
  const device = await queueOneFlyer(person, product);
  await person.call('POST', '/queue/start');
  await device.fail('The site asked for a captcha.');
  const [task] = await person.call<Task[]>('GET', '/tasks?status=failed');
  if (!task) throw new Error('No task failed.');
  return { taskId: task._id };
}

async function openFailed(page: Page) {
  await openQueue({ page });
  await tab(page, /^Failed/).click();
}

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

const seePolling = async ({ page }: { page: Page }) => {
  await page.clock.install();
  await openQueue({ page });
  await expect(page.getByText('No tasks in queue.')).toBeVisible();
  const clock = await stopClock(page);
  const polls = countRequests(page, '/api/queue/status');
  const nextPoll = asked(page, '/api/queue/status');
  await clock.pass(5_000);
  await nextPoll;
  await page.waitForLoadState('networkidle');
  const before = polls();
  await clock.pass(4_000);
  expect(polls()).toBe(before);
  await page.getByRole('tab', { name: 'Presets', exact: true }).click();
  await clock.passUntilSeen(page.getByText('No presets found. Create your first preset!'));
  const after = polls();
  await clock.pass(20_000);
  expect(polls()).toBe(after);
};

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
]);

specRows('4 Retry and archive', { given: failOneFlyer }, [
  {
    says: 'Retry is offered on tasks that are failed or partially_completed …',
    see: async ({ page }) => {
      await openFailed(page);
      await expect(button(page, 'Retry')).toBeEnabled();
    },
  },
  {
    says: '… with a failed count above zero; …',
    see: async ({ page }) => {
      await changeAnswer<Task[]>(page, /\/api\/tasks\?status=/, (tasks) =>
        tasks.map((task) => ({ ...task, page_counts: { posted: 0, pending: 0, failed: 0, total: 0 } })),
      );
      await changeAnswer<TaskDetail>(page, /\/api\/tasks\/[^/]+$/, (task) => ({
        ...task,
        page_counts: { posted: 0, pending: 0, failed: 0, total: 0 },
      }));
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
    says: 'Task detail (with page postings) is loaded for failed or partially_completed tasks, or tasks with failed pages.',
    see: async ({ page, given }) => {
      const loaded = asked(page, `/api/tasks/${given.taskId}`);
      await openFailed(page);
      await loaded;
      await expect(page.getByRole('list', { name: 'Failed pages' })).toContainText('Mila Rose');
    },
  },
]);

const noteOf = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });

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

const FINISHED = { completed_count: 1, failed_count: 0, queue_count: 1, in_progress_count: 0 };
/** Enables every button of the header. */
const pretendWork = async (page: Page, isActive = false) => {
  await changeAnswer(page, '**/api/queue/info', () => FINISHED);
  if (isActive) {
    await changeAnswer<QueueStatus>(page, '**/api/queue/status', (status) => ({ ...status, is_posting_active: true }));
  }
};
const press = async (page: Page, name: string) => {
  await openQueue({ page });
  await button(page, name).click();
};

specRows('8 Pages and queue: the queue', { given: failOneFlyer }, [
  {
    says: "'Unauthorized' (and 'Not authenticated' on tasks) is silently ignored; on tasks the list is emptied.",
    shownBy: {
      file: 'src/screens/queue/QueueTab.test.tsx',
      test: 'ignores a refusal for want of a session and shows no tasks',
    },
  },
  {
    says: 'Other errors show the server message …',
    see: async ({ page }) => {
      await refuse(page, /\/api\/tasks\?status=/, { sentence: 'The list is locked.' });
      await openQueue({ page });
      await expect(page.getByRole('alert')).toContainText('The list is locked.');
    },
  },
  {
    says: "… or fallbacks: 'Failed to fetch tasks.'; …",
    see: async ({ page }) => {
      await refuse(page, /\/api\/tasks\?status=/);
      await openQueue({ page });
      await expect(page.getByRole('alert').getByText('Failed to fetch tasks.', { exact: true })).toBeVisible();
    },
  },
  ...(
    [
      [
        "'Failed to clear finalized tasks.' (snackbar 'Error: ...', …",
        'Clear Completed',
        'Error: Failed to clear finalized tasks.',
      ],
      ["'Failed to start queue.' /", 'Start Posting', 'Error: Failed to start queue.'],
      ["'Failed to stop queue.';", 'Pause Posting', 'Error: Failed to stop queue.'],
    ] as const
  ).map(([says, name, text]) => ({
    says: `… ${says}`,
    see: async ({ page }: { page: Page }) => {
      await pretendWork(page, name === 'Pause Posting');
      if (name === 'Start Posting') {
        await changeAnswer<QueueStatus>(page, '**/api/queue/status', (status) => ({
          ...status,
          is_posting_active: false,
        }));
      }
      await refuse(page, /\/api\/(queue\/(start|stop)|tasks\/archive-finalized)$/, { method: 'POST' });
      await press(page, name);
      await expect(noteOf(page, text)).toBeVisible();
    },
  })),
  {
    says: "… fallback 'Failed to clear tasks.'); …",
    see: async ({ page }) => {
      await breakLine(page, '**/api/tasks/archive-finalized');
      await press(page, 'Clear Completed');
      await expect(noteOf(page, 'Error: Failed to clear tasks.')).toBeVisible();
    },
  },
  {
    says: "… 'Failed to fetch details.' shown as 'Error loading details: ...'.",
    see: async ({ page }) => {
      await refuse(page, /\/api\/tasks\/[^/?]+$/);
      await openFailed(page);
      await expect(page.getByRole('alert')).toContainText('Error loading details: Failed to fetch details.');
    },
  },
  {
    says: 'Task failure details list each failed page name and its errorMessage, …',
    see: async ({ page }) => {
      await openFailed(page);
      await expect(page.getByRole('list', { name: 'Failed pages' }).getByRole('listitem')).toContainText([
        'Mila Rose: The site asked for a captcha.',
      ]);
    },
  },
  {
    says: "… fallback 'No error message provided.'",
    see: async ({ page }) => {
      await changeAnswer<TaskDetail>(page, /\/api\/tasks\/[^/?]+$/, (task) => ({
        ...task,
        page_postings: task.page_postings.map((posting) => ({ ...posting, errorMessage: null })),
      }));
      await openFailed(page);
      await expect(page.getByText('Mila Rose: No error message provided.')).toBeVisible();
    },
  },
  {
    says: 'Retry failures are only logged.',
    see: async ({ page }) => {
      await refuse(page, '**/api/tasks/*/retry', { method: 'POST', sentence: 'Not now.' });
      await openFailed(page);
      const answered = page.waitForResponse('**/api/tasks/*/retry');
      await button(page, 'Retry').click();
      await answered;
      await expect(button(page, 'Retry')).toBeEnabled();
      await expect(page.getByText('Not now.')).toHaveCount(0);
      await expect(page.getByRole('alert')).toHaveCount(0);
    },
  },
]);

const seeSnackbarGo = async ({ page }: Scene<undefined>) => {
  await pretendWork(page);
  await page.clock.install();
  await openQueue({ page });
  await expect(button(page, 'Start Posting')).toBeEnabled();
  const clock = await stopClock(page);
  await button(page, 'Clear Completed').click();
  const note = noteOf(page, 'Finalized tasks cleared successfully.');
  await clock.passUntilSeen(note);
  await clock.pass(3_800);
  await expect(note).toBeVisible();
  await clock.pass(210);
  await expect(note).toBeHidden();
};

specRows('8 Pages and queue: success messages; 9 Queue', [
  {
    says: "Success messages: 'Finalized tasks cleared successfully.', …",
    see: async ({ page }) => {
      await pretendWork(page);
      await press(page, 'Clear Completed');
      await expect(noteOf(page, 'Finalized tasks cleared successfully.')).toBeVisible();
    },
  },
  {
    says: "… 'Queue processing start requested.', 'Queue processing stop requested.'",
    see: async ({ page }) => {
      await pretendWork(page);
      await press(page, 'Start Posting');
      await expect(noteOf(page, 'Queue processing start requested.')).toBeVisible();
      await button(page, 'Pause Posting').click();
      await expect(noteOf(page, 'Queue processing stop requested.')).toBeVisible();
    },
  },
  { says: 'Queue status poll 5 s on the Queue tab.', alone: true, see: seePolling },
  { says: 'Snackbar auto-hide 4000 ms.', alone: true, see: seeSnackbarGo },
]);
