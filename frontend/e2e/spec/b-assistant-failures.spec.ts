import type { Assistant } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { button, LIST, makeOne, mode, ONE, openAssistants, openInStatus, screenshots } from './assistantSettings.ts';
import { changeAnswer, refuse } from './changedAnswer.ts';
import { expectRed } from './expectRed.ts';
import { expect, specRows } from './specRow.ts';

const alertWith = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

specRows('8 Assistants, presets, credits: assistants', { given: makeOne }, [
  {
    says: 'These appear as red alerts near the related item. (an assistant)',
    see: async ({ page }) => {
      await refuse(page, ONE, { method: 'PUT' });
      await openAssistants({ page });
      await screenshots(page).click();
      const alert = page.getByRole('article', { name: 'Evening', exact: true }).getByRole('alert');
      await expect(alert).toContainText('Failed to save settings');
      await expectRed(alert);
    },
  },
  {
    says: "'Failed to fetch assistants.', …",
    see: async ({ page }) => {
      await refuse(page, LIST);
      await page.goto('/?view=assistants');
      await expect(alertWith(page, 'Failed to fetch assistants.')).toBeVisible();
    },
  },
  {
    says: "… 'Failed to save settings', …",
    see: async ({ page }) => {
      await refuse(page, ONE, { method: 'PUT' });
      await openAssistants({ page });
      await screenshots(page).click();
      await expect(alertWith(page, 'Failed to save settings')).toBeVisible();
    },
  },
  {
    says: "… 'Failed to apply preset', …",
    see: async ({ page }) => {
      await refuse(page, ONE, { method: 'PUT' });
      await openAssistants({ page });
      await mode(page).selectOption('Weekend push');
      await expect(alertWith(page, 'Failed to apply preset')).toBeVisible();
    },
  },
  {
    says: "… 'Failed to switch to custom mode', …",
    see: async ({ page, given: { preset } }) => {
      await changeAnswer<Assistant[]>(page, LIST, (assistants) =>
        assistants.map((one) => ({ ...one, selected_preset_id: preset.id, selected_preset_name: preset.name })),
      );
      await refuse(page, ONE, { method: 'PUT' });
      await openAssistants({ page });
      await mode(page).selectOption('Custom');
      await expect(alertWith(page, 'Failed to switch to custom mode')).toBeVisible();
    },
  },
  {
    says: "… 'Failed to delete assistant.', …",
    see: async ({ page }) => {
      await refuse(page, ONE, { method: 'DELETE' });
      await openAssistants({ page });
      await button(page, 'Delete assistant').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(alertWith(page, 'Failed to delete assistant.')).toBeVisible();
    },
  },
  {
    says: "… 'Failed to add to queue.', …",
    see: async ({ page }) => {
      await refuse(page, '**/api/assistants/*/add-to-queue', { method: 'POST' });
      await openAssistants({ page });
      await button(page, 'Add to Queue').click();
      await expect(alertWith(page, 'Failed to add to queue.')).toBeVisible();
    },
  },
  ...(
    [
      ['paused', 'Resume', 'resume', 'Failed to resume assistant.'],
      ['completed', 'Process screenshots and notify bot', 'process-screenshots', 'Failed to process screenshots.'],
    ] as const
  ).map(([status, name, call, text]) => ({
    says: `… '${text}', …`,
    see: async ({ page }: { page: Page }) => {
      await refuse(page, `**/api/assistants/*/${call}`, { method: 'POST' });
      await openInStatus(page, status);
      await button(page, name).click();
      await expect(alertWith(page, text)).toBeVisible();
    },
  })),
  ...(['active', 'archived'] as const).map((status) => ({
    says: `… 'Failed to fetch {status} tasks: ...' (${status}).`,
    see: async ({ page }: { page: Page }) => {
      await refuse(page, /\/api\/assistants\/[^/]+\/tasks/, { sentence: 'The shelf is locked.' });
      await openAssistants({ page });
      await page.getByRole('tab', { name: new RegExp(`^${status}`, 'i') }).click();
      await expect(alertWith(page, `Failed to fetch ${status} tasks: The shelf is locked.`)).toBeVisible();
    },
  })),
]);
