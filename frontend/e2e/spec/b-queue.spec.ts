import type { QueueInfo, QueueStatus, Task, TaskDetail } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { linkPage, makeAssistant } from '../believableData.ts';
import type { Product } from '../product.ts';
import { changeAnswer } from './changedAnswer.ts';
import type { Person } from './Person.ts';
import { expect, specRows } from './specRow.ts';

const LONG_TEXT = 'A new series from the coast, with cliffs, the old lighthouse and the market in the morning. '.repeat(
  8,
);
const TASKS = /\/api\/tasks\?status=/;

const openQueue = async ({ page }: { page: Page }) => {
  await page.goto('/?view=queue');
};
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name });
const group = (page: Page, name: string) => page.getByRole('heading', { level: 3 }).filter({ hasText: name });
const rowOf = (page: Page, name: string) => page.getByRole('article', { name });

/** One flyer failed on one page and done on another, one being posted, and two assistants behind, the last of them paused. */
async function fillQueue(person: Person, { baseUrl }: Product): Promise<{ currentTaskId: string }> {
  const luna = await linkPage(person, baseUrl, 'Luna Star', null, []);
  const mila = await linkPage(person, baseUrl, 'Mila Rose', null, []);
  const rules = { target_pages: [luna.guid, mila.guid] };
  const batches = [
    { name: 'Evening', texts: ['Tonight at nine', 'Only for you'], rules, hue: 20 },
    { name: 'Morning', texts: ['Good morning', LONG_TEXT, ''], rules, hue: 90 },
    { name: 'Night', texts: ['Late show'], rules, hue: 160 },
  ];
  const made = [];
  for (const batch of batches) made.push(await makeAssistant(person, batch));
  for (const { _id } of made) await person.call('POST', `/assistants/${_id}/add-to-queue`);
  // Else its only flyer would be pending, not in the queue.
  await person.call('POST', `/assistants/${made.at(-1)?._id}/pause`);
  await person.call('POST', '/queue/start');
  await luna.device.post();
  await mila.device.fail('The site asked for a captcha.');
  await luna.device.claim();
  const { current_task_id: currentTaskId } = await person.call<QueueStatus>('GET', '/queue/status');
  // The picture of the post is made by a job.
  await expect
    .poll(async () => (await person.call<QueueInfo>('GET', '/queue/info')).failed_count, { timeout: 20_000 })
    .toBe(1);
  if (!currentTaskId) throw new Error('Nothing is being posted.');
  return { currentTaskId };
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

async function changeTasks(page: Page, change: (task: Task) => Partial<Task>) {
  await changeAnswer<Task[]>(page, TASKS, (tasks) => tasks.map((task) => ({ ...task, ...change(task) })));
  await changeAnswer<TaskDetail>(page, /\/api\/tasks\/[^/?]+$/, (task) => ({ ...task, ...change(task) }));
  await openQueue({ page });
}

specRows('2 Queue tab', { given: fillQueue, open: openQueue }, [
  {
    says: "Header 'Posting Queue'; …",
    look: ({ page }) => expect(page.getByRole('heading', { level: 2, name: 'Posting Queue' })).toBeVisible(),
  },
  {
    says: "… 'Processing task: {id}' when posting is active.",
    look: ({ page, given }) => expect(page.getByText(`Processing task: ${given.currentTaskId}`)).toBeVisible(),
  },
  {
    says: "Buttons 'Clear Completed' …",
    look: ({ page }) => expect(page.getByRole('button', { name: 'Clear Completed' })).toBeEnabled(),
  },
  {
    says: "… and 'Start Posting' / 'Pause Posting'.",
    look: async ({ page }) => {
      await expect(page.getByRole('button', { name: 'Pause Posting' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Start Posting' })).toBeHidden();
    },
  },
  {
    says: 'Four tabs with counts: Queue, Completed, Failed, In Progress.',
    look: ({ page }) =>
      expect(page.getByRole('tablist', { name: 'Tasks' }).getByRole('tab')).toHaveText([
        'Queue (3)',
        'Completed (0)',
        'Failed (1)',
        'In Progress (2)',
      ]),
  },
  {
    says: 'Tasks are grouped by assistant name …',
    look: ({ page }) => expect(page.getByRole('heading', { level: 3 })).toHaveText([/^Morning/, /^Night/]),
  },
  {
    says: "… (fallback 'Unknown Assistant'); …",
    see: async ({ page }) => {
      await changeTasks(page, () => ({ assistant_name: '' }));
      await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Unknown Assistant3 tasks']);
    },
  },
  {
    says: '… groups are collapsible and expanded by default; …',
    see: async ({ page }) => {
      await openQueue({ page });
      const toggle = group(page, 'Night').getByRole('button');
      await expect(toggle).toHaveAttribute('aria-expanded', 'true');
      await expect(page.getByText('1. Late show')).toBeVisible();
      await toggle.click();
      await expect(page.getByText('1. Late show')).toBeHidden();
    },
  },
  {
    says: "… the group header shows the name and '1 task' or 'n tasks'.",
    look: async ({ page }) => {
      await expect(group(page, 'Night')).toHaveText('Night1 task');
      await expect(group(page, 'Morning')).toHaveText('Morning2 tasks');
    },
  },
  {
    says: 'Each task row: thumbnail …',
    look: async ({ page }) => {
      const picture = rowOf(page, 'Flyer 1 of Night').locator('img');
      await expect(picture).toHaveAttribute('src', /^\/api\/get_image\/[^/]+$/);
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    },
  },
  {
    says: '… (or a folder icon when there is no file), …',
    see: async ({ page }) => {
      await changeTasks(page, () => ({ file_id: null }));
      await expect(page.getByRole('img', { name: 'No picture' })).toHaveCount(3);
    },
  },
  {
    says: '… numbered description (sequence_order plus one, …',
    look: ({ page }) => expect(rowOf(page, 'Flyer 1 of Night').getByText('1. Late show')).toBeVisible(),
  },
  {
    says: "… fallback '(No description)', …",
    look: ({ page }) => expect(rowOf(page, 'Flyer 3 of Morning').getByText('3. (No description)')).toBeVisible(),
  },
  {
    says: '… clamped to 2 lines), …',
    look: async ({ page }) => {
      const text = rowOf(page, 'Flyer 2 of Morning').getByText('2. A new series');
      const [shown, whole, line] = await text.evaluate((element) => [
        element.clientHeight,
        element.scrollHeight,
        Number.parseFloat(getComputedStyle(element).lineHeight),
      ]);
      expect(Math.round((shown ?? 0) / (line ?? 1))).toBe(2);
      expect(whole).toBeGreaterThan(shown ?? 0);
    },
  },
  {
    says: '… assistant name, …',
    look: ({ page }) => expect(rowOf(page, 'Flyer 1 of Night').getByText('Night', { exact: true })).toBeVisible(),
  },
  {
    says: '… status chip, …',
    look: ({ page }) => expect(rowOf(page, 'Flyer 1 of Night').getByText('In Queue', { exact: true })).toBeVisible(),
  },
  {
    says: '… counts chips, …',
    see: async ({ page }) => {
      await changeTasks(page, () => ({ page_counts: { posted: 4, pending: 2, failed: 1, total: 7 } }));
      const row = rowOf(page, 'Flyer 1 of Night');
      for (const chip of ['4 posted', '2 pending', '1 failed']) await expect(row.getByText(chip)).toBeVisible();
    },
  },
  {
    says: "… 'Updated ...' …",
    see: async ({ page }) => {
      await changeTasks(page, () => ({ createdAt: hoursAgo(30), updatedAt: hoursAgo(2) }));
      await expect(page.getByText('Updated about 2 hours ago')).toHaveCount(3);
    },
  },
  {
    says: "… or 'Created ...' relative time (for example 'about 2 hours ago'), …",
    see: async ({ page }) => {
      const at = hoursAgo(2);
      await changeTasks(page, () => ({ createdAt: at, updatedAt: at }));
      await expect(page.getByText('Created about 2 hours ago')).toHaveCount(3);
    },
  },
  {
    says: '… failure details, …',
    see: async ({ page }) => {
      await openQueue({ page });
      await tab(page, /^Failed/).click();
      await expect(page.getByRole('list', { name: 'Failed pages' })).toContainText(
        'Mila Rose: The site asked for a captcha.',
      );
    },
  },
  {
    says: "… and a 'Processing' badge on the current task.",
    see: async ({ page }) => {
      await openQueue({ page });
      await tab(page, /^In Progress/).click();
      await expect(rowOf(page, 'Flyer 2 of Evening').getByText('Processing', { exact: true })).toBeVisible();
    },
  },
  {
    says: 'Alternating group row background colours.',
    look: async ({ page }) => {
      const colour = (name: string) => rowOf(page, name).evaluate((row) => getComputedStyle(row).backgroundColor);
      expect(await colour('Flyer 2 of Morning')).not.toBe(await colour('Flyer 3 of Morning'));
    },
  },
  {
    says: 'A snackbar at bottom centre shows messages …',
    see: async ({ page }) => {
      await openQueue({ page });
      await page.route('**/api/tasks/archive-finalized', (route) => route.abort());
      await page.getByRole('button', { name: 'Clear Completed' }).click();
      const bar = await page.getByRole('status').locator('> div').boundingBox();
      const screen = page.viewportSize();
      if (!bar || !screen) throw new Error('There is no snackbar.');
      expect(Math.abs(bar.x + bar.width / 2 - screen.width / 2)).toBeLessThan(10);
      expect(bar.y).toBeGreaterThan(screen.height - 100);
    },
  },
  {
    says: '… for 4 seconds.',
    shownBy: { file: 'src/screens/queue/Snackbar.test.tsx', test: 'goes by itself after 4 seconds' },
  },
]);

specRows('2 Queue tab, empty texts', { open: openQueue }, [
  {
    says: "Empty texts: 'No tasks in queue.', …",
    look: ({ page }) => expect(page.getByText('No tasks in queue.', { exact: true })).toBeVisible(),
  },
  ...(
    [
      [/^Completed/, 'No completed tasks.'],
      [/^Failed/, 'No failed tasks.'],
      [/^In Progress/, 'No tasks currently in progress.'],
    ] as const
  ).map(([name, text]) => ({
    says: `… '${text}'`,
    see: async ({ page }: { page: Page }) => {
      await openQueue({ page });
      await tab(page, name).click();
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    },
  })),
]);
