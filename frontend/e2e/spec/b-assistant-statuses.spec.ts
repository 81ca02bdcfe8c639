import type { Assistant, Task } from '@flyerdeck/contracts';
import { ASSISTANT_STATUS_LABELS, TASK_STATUS_LABELS } from '@flyerdeck/contracts/statuses';
import type { Page } from '@playwright/test';
import { buildTask, uuid } from '../../test/builders.ts';
import { linkPage, makeAssistant } from '../believableData.ts';
import { button, card, LIST, makeAssistants, openAssistants, openInStatus, TASKS, toggle } from './assistantCards.ts';
import { changeAnswer } from './changedAnswer.ts';
import { expect, specRows } from './specRow.ts';

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
