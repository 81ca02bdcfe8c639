import type { Task } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { button, card, makeAssistants, openAssistants, openInStatus, TASKS, toggle } from './assistantCards.ts';
import { changeAnswer } from './changedAnswer.ts';
import { expect, specRows } from './specRow.ts';

const seeErrorsInLittleRoom = async ({ page }: { page: Page }) => {
  const errors = Array.from({ length: 30 }, (_, n) => ({ message: `Reason ${n}`, page_name: `Page ${n}` }));
  await changeAnswer<Task[]>(page, TASKS, (tasks) => tasks.map((task) => ({ ...task, errors })));
  await openInStatus(page, 'failed');
  const list = page.getByRole('list', { name: 'Errors' });
  await expect(list.getByRole('listitem')).toHaveCount(30);
  const { height, whole, limit } = await list.evaluate((element) => ({
    height: element.getBoundingClientRect().height,
    whole: element.scrollHeight,
    limit: getComputedStyle(element).maxHeight,
  }));
  expect(limit).toBe('100px');
  expect(height).toBeLessThanOrEqual(100);
  expect(whole).toBeGreaterThan(100);
};

specRows('2 Assistants tab', { given: makeAssistants, open: openAssistants }, [
  {
    says: 'List of assistants, each expandable into a settings panel; …',
    see: async ({ page }) => {
      await openAssistants({ page });
      await toggle(page, 'Evening').click();
      await expect(card(page, 'Evening').getByLabel('Rule mode')).toHaveCount(0);
      await toggle(page, 'Evening').click();
      await expect(card(page, 'Evening').getByLabel('Rule mode')).toBeVisible();
    },
  },
  {
    says: '… assistants in waiting status are expanded automatically on load.',
    look: async ({ page }) => {
      await expect(toggle(page, 'Evening')).toHaveAttribute('aria-expanded', 'true');
      await expect(toggle(page, '(Unnamed Assistant)')).toHaveAttribute('aria-expanded', 'true');
    },
  },
  {
    says: "Assistant display name: '(Unnamed Assistant)' when empty.",
    look: ({ page }) => expect(card(page, '(Unnamed Assistant)')).toBeVisible(),
  },
  {
    says: 'Settings panel: rule mode (named preset or Custom); …',
    look: ({ page }) =>
      expect(card(page, 'Evening').getByLabel('Rule mode').getByRole('option')).toHaveText(['Custom', 'Weekend push']),
  },
  {
    says: '… target pages and target tags picker …',
    look: async ({ page }) => {
      await expect(card(page, 'Evening').getByRole('checkbox', { name: 'Luna Star' })).toBeChecked();
      await expect(card(page, 'Evening').getByRole('checkbox', { name: '#promo' })).not.toBeChecked();
    },
  },
  {
    says: '… (filters by text; …',
    see: async ({ page }) => {
      await openAssistants({ page });
      const evening = card(page, 'Evening');
      await evening.getByLabel('Filter target pages and tags').fill('LUNA');
      await expect(evening.getByRole('checkbox', { name: '#promo' })).toBeHidden();
      await expect(evening.getByRole('checkbox', { name: 'Luna Star' })).toBeVisible();
    },
  },
  {
    says: "… empty text 'No matching pages or tags found'); …",
    see: async ({ page }) => {
      await openAssistants({ page });
      const evening = card(page, 'Evening');
      await evening.getByLabel('Filter target pages and tags').fill('zzz');
      await expect(evening.getByText('No matching pages or tags found', { exact: true })).toBeVisible();
    },
  },
  {
    says: '… start_delay_hours; …',
    look: ({ page }) => expect(card(page, 'Evening').getByLabel('Start delay (hours)')).toHaveValue('0'),
  },
  {
    says: '… delay_between_tasks_hours (hint: 0 or 1); …',
    look: ({ page }) =>
      expect(card(page, 'Evening').getByLabel('Delay between tasks (hours)')).toHaveAccessibleDescription('0 or 1'),
  },
  {
    says: '… duplication_time_hours (hint for republish: 0 or 12); …',
    look: ({ page }) =>
      expect(card(page, 'Evening').getByLabel('Duplication time (hours)')).toHaveAccessibleDescription('0 or 12'),
  },
  {
    says: '… reset timer list (comma separated, example 10,5,20); …',
    look: ({ page }) => expect(card(page, 'Evening').getByPlaceholder('example 10,5,20')).toBeVisible(),
  },
  {
    says: '… screenshot_as_file toggle; …',
    look: ({ page }) =>
      expect(card(page, 'Evening').getByRole('switch', { name: 'Send screenshots as files' })).not.toBeChecked(),
  },
  {
    says: "… a 'Saved' indicator; …",
    see: async ({ page }) => {
      await openAssistants({ page });
      await card(page, '(Unnamed Assistant)').getByRole('switch').click();
      await expect(card(page, '(Unnamed Assistant)').getByText('Saved', { exact: true })).toBeVisible();
    },
  },
  {
    says: '… Add to Queue; …',
    look: ({ page }) => expect(card(page, 'Evening').getByRole('button', { name: 'Add to Queue' })).toBeEnabled(),
  },
  {
    says: '… Resume; …',
    see: async ({ page }) => {
      await openInStatus(page, 'paused');
      await expect(button(page, 'Resume')).toBeEnabled();
    },
  },
  ...(['completed', 'partially_completed', 'failed', 'posting'] as const).map((status) => ({
    says: `… 'Process screenshots and notify bot' (offered for statuses completed, partially_completed, failed, posting); … (${status})`,
    see: async ({ page }: { page: Page }) => {
      await openInStatus(page, status);
      await expect(button(page, 'Process screenshots and notify bot')).toBeEnabled();
    },
  })),
  {
    says: '… and for no other.',
    shownBy: {
      file: 'src/screens/assistants/AssistantsTab.test.tsx',
      test: 'while %s: Pause %s, Resume %s, Process screenshots %s',
    },
  },
  {
    says: '… delete assistant (with confirmation dialog); …',
    see: async ({ page }) => {
      await openAssistants({ page });
      await card(page, 'Evening').getByRole('button', { name: 'Delete assistant' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete Evening?' });
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toBeHidden();
      await expect(card(page, 'Evening')).toBeVisible();
    },
  },
  {
    says: '… task lists, active or archived, per assistant, …',
    look: ({ page }) =>
      expect(card(page, 'Evening').getByRole('tablist', { name: 'Which flyers' }).getByRole('tab')).toHaveText([
        'Active (1)',
        'Archived (0)',
      ]),
  },
  { says: "… with each task's errors shown in a scrollable list (max height 100 px).", see: seeErrorsInLittleRoom },
  {
    says: 'Assistants search matches name …',
    see: async ({ page }) => {
      await openAssistants({ page });
      await page.getByPlaceholder('Search...').fill('eVEN');
      await expect(page.getByRole('article')).toHaveCount(1);
      await expect(card(page, 'Evening')).toBeVisible();
    },
  },
  {
    says: '… or id.',
    see: async ({ page, given }) => {
      await openAssistants({ page });
      await page.getByPlaceholder('Search...').fill(given.evening._id);
      await expect(page.getByRole('article')).toHaveCount(1);
      await expect(card(page, 'Evening')).toBeVisible();
    },
  },
  {
    says: "Empty states: … 'No assistants match your search.', …",
    see: async ({ page }) => {
      await openAssistants({ page });
      await page.getByPlaceholder('Search...').fill('zzz');
      await expect(page.getByText('No assistants match your search.', { exact: true })).toBeVisible();
    },
  },
  {
    says: "… 'No {tasks} found.' (active)",
    look: ({ page }) =>
      expect(card(page, '(Unnamed Assistant)').getByText('No active tasks found.', { exact: true })).toBeVisible(),
  },
  {
    says: "… 'No {tasks} found.' (archived)",
    see: async ({ page }) => {
      await openAssistants({ page });
      await card(page, 'Evening')
        .getByRole('tab', { name: /^Archived/ })
        .click();
      await expect(card(page, 'Evening').getByText('No archived tasks found.', { exact: true })).toBeVisible();
    },
  },
]);

specRows('2 Assistants tab, empty', { open: openAssistants }, [
  {
    says: "Empty states: 'No assistants found.', …",
    look: ({ page }) => expect(page.getByText('No assistants found.', { exact: true })).toBeVisible(),
  },
]);

specRows('9 Business constants: assistants', { given: makeAssistants }, [
  { says: 'Task error list max height 100 px.', see: seeErrorsInLittleRoom },
]);
