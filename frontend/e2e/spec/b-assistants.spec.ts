import type { Assistant, Task } from '@flyerdeck/contracts';
import { ASSISTANT_STATUS_LABELS, TASK_STATUS_LABELS } from '@flyerdeck/contracts/statuses';
import type { Page } from '@playwright/test';
import { buildTask, uuid } from '../../test/builders.ts';
import { linkPage, makeAssistant } from '../believableData.ts';
import type { Product } from '../product.ts';
import { changeAnswer } from './changedAnswer.ts';
import type { Person } from './Person.ts';
import { expect, specRows } from './specRow.ts';

const LIST = /\/api\/assistants$/;
const TASKS = /\/api\/assistants\/[^/]+\/tasks\?status=active$/;

const openAssistants = async ({ page }: { page: Page }) => {
  await page.goto('/?view=assistants');
};
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const toggle = (page: Page, name: string) => card(page, name).getByRole('button', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** 'Evening' with a flyer and a target, a nameless one, and a preset. */
async function makeAssistants(person: Person, { baseUrl }: Product): Promise<{ evening: Assistant }> {
  const { guid } = await linkPage(person, baseUrl, 'Luna Star', null, ['promo']);
  const rules = { target_pages: [guid] };
  await person.call('POST', '/assistants', { name: '' });
  const evening = await makeAssistant(person, { name: 'Evening', texts: ['Tonight at nine'], rules, hue: 20 });
  await person.call('POST', '/presets', { name: 'Weekend push', rules: evening.posting_rules });
  return { evening };
}

/** The list as it would be with the one assistant in this status. */
const openInStatus = async (page: Page, status: Assistant['status'], changes: Partial<Assistant> = {}) => {
  await changeAnswer<Assistant[]>(page, LIST, (assistants) =>
    assistants.filter(({ name }) => name === 'Evening').map((one) => ({ ...one, status, ...changes })),
  );
  await openAssistants({ page });
  if (status !== 'waiting') await toggle(page, 'Evening').click();
  await expect(button(page, 'Delete assistant')).toBeVisible();
};

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
    says: "… 'No {tasks} found.'",
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

/** One task in every status, as an assistant's task list shows them; and one in a status that nobody knows. */
const openTasksOfEveryStatus = async ({ page }: { page: Page }) => {
  const statuses = [...Object.keys(TASK_STATUS_LABELS), 'levitating', ''];
  await changeAnswer<Task[]>(page, TASKS, ([first]) =>
    statuses.map((status, place) => ({
      ...buildTask({ _id: uuid(place), assistant_id: first?.assistant_id ?? '', description: `Is ${status}.` }),
      status,
      sequence_order: place,
    })),
  );
  await openInStatus(page, 'posting');
};

specRows('4 Task statuses and labels', { given: makeAssistants, open: openTasksOfEveryStatus }, [
  ...Object.entries({ ...TASK_STATUS_LABELS, levitating: 'levitating' })
    .filter(([status]) => status !== 'archived')
    .map(([status, label]) => ({
      says: status === label ? 'Any other value shows the raw value, …' : `${status} (${label})`,
      look: ({ page }: { page: Page }) =>
        expect(
          page
            .getByRole('listitem')
            .filter({ hasText: `Is ${status}.` })
            .getByText(label, { exact: true }),
        ).toBeVisible(),
    })),
  {
    says: 'archived (Archived).',
    // Archived tasks stand in a list of their own.
    shownBy: {
      file: '../contracts/src/statuses.test.ts',
      test: 'tasks have the statuses and labels of the specification',
    },
  },
  {
    says: "… or 'Unknown'.",
    look: ({ page }) => expect(page.getByRole('listitem').getByText('Unknown', { exact: true })).toBeVisible(),
  },
]);

/** One assistant in every status; and one in a status that nobody knows. */
const openAssistantsOfEveryStatus = async ({ page }: { page: Page }) => {
  const statuses = [...Object.keys(ASSISTANT_STATUS_LABELS), 'levitating', ''];
  await changeAnswer<Assistant[]>(page, LIST, ([first]) =>
    statuses.map((status, place) => ({ ...first, _id: uuid(place + 1), name: `Is ${status || 'unsaid'}`, status })),
  );
  await page.route(/\/api\/assistants\/[^/]+\/(tasks|forecast)/, (route) => route.abort());
  await openAssistants({ page });
};
const SPOKEN = [
  'waiting',
  'in_queue',
  'pending',
  'posting',
  'partially_completed',
  'paused',
  'completed',
  'failed',
] as const;

specRows('4 Assistant statuses', { given: makeAssistants, open: openAssistantsOfEveryStatus }, [
  ...SPOKEN.map((status) => ({
    says: `${status} (${ASSISTANT_STATUS_LABELS[status]})`,
    look: ({ page }: { page: Page }) =>
      expect(card(page, `Is ${status}`).getByText(ASSISTANT_STATUS_LABELS[status], { exact: true })).toBeVisible(),
  })),
  {
    says: '… any other is shown as raw value …',
    look: ({ page }) => expect(card(page, 'Is levitating').getByText('levitating', { exact: true })).toBeVisible(),
  },
  {
    says: '… or Unknown.',
    look: ({ page }) => expect(card(page, 'Is unsaid').getByText('Unknown', { exact: true })).toBeVisible(),
  },
]);

specRows('4 Assistant statuses, moving on', [
  {
    says: 'waiting becomes in_queue through Add to Queue (enabled only when the rules hold at least one target page or tag). paused becomes resumed through Resume.',
    see: async ({ page, person, product }) => {
      await linkPage(person, product.baseUrl, 'Luna Star', null, ['promo']);
      const { _id } = await makeAssistant(person, { name: 'Evening', texts: ['Tonight'], rules: {}, hue: 20 });
      await openAssistants({ page });
      await expect(button(page, 'Add to Queue')).toBeDisabled();
      await page.getByRole('checkbox', { name: '#promo' }).check();
      await button(page, 'Add to Queue').click();
      await expect(card(page, 'Evening').getByText('In Queue', { exact: true }).first()).toBeVisible();
      await person.call('POST', `/assistants/${_id}/pause`);
      await openAssistants({ page });
      await toggle(page, 'Evening').click();
      await button(page, 'Resume').click();
      await expect(card(page, 'Evening').getByText('In Queue', { exact: true }).first()).toBeVisible();
      await expect(button(page, 'Resume')).toHaveCount(0);
    },
  },
  {
    says: 'Other status changes happen on the server: not shown.',
    cannot: 'The sentence says what the specification leaves out; the server tests of statuses show what was decided.',
  },
  {
    says: 'Tasks are active or archived. Deleting an assistant archives its tasks instead of deleting them.',
    see: async ({ page, person }) => {
      const { _id } = await makeAssistant(person, { name: 'Short-lived', texts: ['Gone soon'], rules: {}, hue: 20 });
      await openAssistants({ page });
      await card(page, 'Short-lived').getByRole('button', { name: 'Delete assistant' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(card(page, 'Short-lived')).toHaveCount(0);
      const archived = await person.call<Task[]>('GET', '/tasks?status=archived');
      expect(archived.filter((task) => task.assistant_id === _id).map((task) => task.description)).toEqual([
        'Gone soon',
      ]);
    },
  },
]);

specRows('9 Business constants: assistants', { given: makeAssistants }, [
  { says: 'Task error list max height 100 px.', see: seeErrorsInLittleRoom },
]);
