import type { Assistant, Preset } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { buildRules } from '../../test/builders.ts';
import { linkPage, makeAssistant } from '../believableData.ts';
import type { Product } from '../product.ts';
import { changeAnswer } from './changedAnswer.ts';
import type { Person } from './Person.ts';
import { expect } from './specRow.ts';

export const LIST = /\/api\/assistants$/;
export const ONE = /\/api\/assistants\/[^/]+$/;

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const mode = (page: Page) => page.getByLabel('Rule mode');
export const screenshots = (page: Page) => page.getByRole('switch', { name: 'Send screenshots as files' });

export const openAssistants = async ({ page }: { page: Page }) => {
  await page.goto('/?view=assistants');
  await expect(mode(page)).toBeVisible();
  await expect(mode(page).getByRole('option')).toHaveCount(2);
};

/** One waiting assistant on Custom, and one preset. */
export async function makeOne(person: Person, { baseUrl }: Product): Promise<{ preset: Preset; assistant: Assistant }> {
  const { guid } = await linkPage(person, baseUrl, 'Luna Star', null, ['promo']);
  const rules = { target_pages: [guid] };
  const assistant = await makeAssistant(person, { name: 'Evening', texts: ['Tonight'], rules, hue: 20 });
  const preset = await person.call<Preset>('POST', '/presets', {
    name: 'Weekend push',
    rules: buildRules({ target_tags: ['promo'], delay_between_tasks_hours: 1 }),
  });
  return { assistant, preset };
}

export async function openInStatus(page: Page, status: Assistant['status']) {
  await changeAnswer<Assistant[]>(page, LIST, (assistants) => assistants.map((one) => ({ ...one, status })));
  await page.goto('/?view=assistants');
  if (status !== 'waiting') await button(page, 'Evening').click();
  await expect(button(page, 'Delete assistant')).toBeVisible();
}
