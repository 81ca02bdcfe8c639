import type { QueueStatus, TaskDetail } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { breakLine, changeAnswer, refuse } from './changedAnswer.ts';
import { button, failOneFlyer, openFailed, openQueue, seePolling } from './queueTab.ts';
import { expect, type Scene, specRows } from './specRow.ts';
import { stopClock } from './stoppedClock.ts';

const noteOf = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });

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
