import type { Preset } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { buildRules } from '../../test/builders.ts';
import { refuse } from './changedAnswer.ts';
import { expectRed } from './expectRed.ts';
import type { Person } from './Person.ts';
import { expect, specRows } from './specRow.ts';

const openPresets = async ({ page }: { page: Page }) => {
  await page.goto('/?view=presets');
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Preset name' });

async function makePresets(person: Person): Promise<void> {
  for (const name of ['Weekend push', 'VIP only']) {
    await person.call<Preset>('POST', '/presets', { name, rules: buildRules() });
  }
}

const openForm = async (page: Page) => {
  await openPresets({ page });
  await button(page, 'Create Preset').click();
};
const search = async (page: Page, text: string) => {
  await openPresets({ page });
  await expect(card(page, 'VIP only')).toBeVisible();
  await page.getByPlaceholder('Search...').fill(text);
};

const seeOneOpenAtATime = async ({ page }: { page: Page }) => {
  await openPresets({ page });
  await button(page, 'Edit VIP only').click();
  await expect(page.getByRole('form')).toHaveCount(1);
  await expect(button(page, 'Create Preset')).toBeDisabled();
  await expect(button(page, 'Edit Weekend push')).toBeDisabled();
  await button(page, 'Cancel').click();
  await expect(button(page, 'Edit Weekend push')).toBeEnabled();
};

specRows('2 Presets tab', { given: makePresets, open: openPresets }, [
  {
    says: 'List of presets …',
    look: async ({ page }) => {
      for (const name of ['Weekend push', 'VIP only']) await expect(card(page, name)).toBeVisible();
    },
  },
  {
    says: '… with a create/edit form; …',
    see: async ({ page }) => {
      await openForm(page);
      await expect(page.getByRole('form', { name: 'Create preset' })).toBeVisible();
      await button(page, 'Cancel').click();
      await button(page, 'Edit VIP only').click();
      await expect(page.getByRole('form', { name: 'Edit VIP only' })).toBeVisible();
      await expect(nameField(page)).toHaveValue('VIP only');
    },
  },
  {
    says: '… one preset is open at a time, and create/edit buttons are disabled while one is open.',
    see: seeOneOpenAtATime,
  },
  {
    says: 'Delete has a confirmation dialog.',
    see: async ({ page }) => {
      await openPresets({ page });
      await button(page, 'Delete VIP only').click();
      const dialog = page.getByRole('dialog', { name: 'Delete preset?' });
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toBeHidden();
      await expect(card(page, 'VIP only')).toBeVisible();
    },
  },
  {
    says: 'Search filters by name, case-insensitive.',
    see: async ({ page }) => {
      await search(page, 'WEEK');
      await expect(card(page, 'VIP only')).toBeHidden();
      await expect(card(page, 'Weekend push')).toBeVisible();
    },
  },
  {
    says: "Empty states: … 'No presets match your search.'",
    see: async ({ page }) => {
      await search(page, 'zzz');
      await expect(page.getByText('No presets match your search.', { exact: true })).toBeVisible();
    },
  },
]);

specRows('2 Presets tab, empty', { open: openPresets }, [
  {
    says: "Empty states: 'No presets found. Create your first preset!', …",
    look: ({ page }) =>
      expect(page.getByText('No presets found. Create your first preset!', { exact: true })).toBeVisible(),
  },
]);

specRows('4 Preset editor', { given: makePresets }, [
  { says: 'View, creating, or editing; one preset at a time.', see: seeOneOpenAtATime },
]);

specRows('5 Validation rules: presets', [
  {
    says: "Preset name is required and not blank: 'Preset name is required'; …",
    see: async ({ page }) => {
      await openForm(page);
      await nameField(page).fill('   ');
      await expect(page.getByText('Preset name is required', { exact: true })).toBeVisible();
    },
  },
  {
    says: '… the save button is disabled when blank.',
    see: async ({ page }) => {
      await openForm(page);
      await expect(button(page, 'Save Preset')).toBeDisabled();
      await nameField(page).fill('   ');
      await expect(button(page, 'Save Preset')).toBeDisabled();
      await nameField(page).fill('Weekend');
      await expect(button(page, 'Save Preset')).toBeEnabled();
    },
  },
]);

specRows('5 Validation rules: hours of a preset', [
  {
    says: 'Hour fields are parsed as integers; invalid or negative becomes 0; input minimum 0.',
    see: async ({ page, person }) => {
      await openForm(page);
      await nameField(page).fill('Slow');
      for (const [label, typed] of [
        ['Start delay (hours)', '3.9'],
        ['Delay between tasks (hours)', '-5'],
        ['Duplication time (hours)', ''],
      ] as const) {
        await expect(page.getByLabel(label)).toHaveAttribute('min', '0');
        await page.getByLabel(label).fill(typed);
      }
      await button(page, 'Save Preset').click();
      await expect(card(page, 'Slow')).toBeVisible();
      const [preset] = await person.call<Preset[]>('GET', '/presets');
      expect(preset?.rules).toMatchObject({
        start_delay_hours: 3,
        delay_between_tasks_hours: 0,
        duplication_time_hours: 0,
      });
    },
  },
]);

const PRESETS = /\/api\/presets(\/[^/]+)?$/;

specRows('8 Assistants, presets, credits: presets', { given: makePresets }, [
  {
    says: "'Failed to fetch presets', …",
    see: async ({ page }) => {
      await refuse(page, PRESETS);
      await openPresets({ page });
      await expect(page.getByRole('alert').getByText('Failed to fetch presets', { exact: true })).toBeVisible();
    },
  },
  {
    says: "… 'Failed to save preset', …",
    see: async ({ page }) => {
      await refuse(page, PRESETS, { method: 'POST' });
      await openForm(page);
      await nameField(page).fill('Weekend');
      await button(page, 'Save Preset').click();
      await expect(
        page.getByRole('form').getByRole('alert').getByText('Failed to save preset', { exact: true }),
      ).toBeVisible();
    },
  },
  {
    says: "… 'Failed to delete preset', … These appear as red alerts near the related item.",
    see: async ({ page }) => {
      await refuse(page, PRESETS, { method: 'DELETE' });
      await openPresets({ page });
      await button(page, 'Delete VIP only').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      const alert = card(page, 'VIP only').getByRole('alert');
      await expect(alert).toHaveText('Failed to delete preset');
      await expectRed(alert);
    },
  },
]);
