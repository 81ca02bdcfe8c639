import type { Assistant } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { linkPage, makeAssistant } from '../believableData.ts';
import type { Product } from '../product.ts';
import { changeAnswer } from './changedAnswer.ts';
import type { Person } from './Person.ts';
import { expect } from './specRow.ts';

export const LIST = /\/api\/assistants$/;
export const TASKS = /\/api\/assistants\/[^/]+\/tasks\?status=active$/;

export const openAssistants = async ({ page }: { page: Page }) => {
  await page.goto('/?view=assistants');
};
export const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
export const toggle = (page: Page, name: string) => card(page, name).getByRole('button', { name, exact: true });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** 'Evening' with a flyer and a target, a nameless one, and a preset. */
export async function makeAssistants(person: Person, { baseUrl }: Product): Promise<{ evening: Assistant }> {
  const { guid } = await linkPage(person, baseUrl, 'Luna Star', null, ['promo']);
  const rules = { target_pages: [guid] };
  await person.call('POST', '/assistants', { name: '' });
  const evening = await makeAssistant(person, { name: 'Evening', texts: ['Tonight at nine'], rules, hue: 20 });
  await person.call('POST', '/presets', { name: 'Weekend push', rules: evening.posting_rules });
  return { evening };
}

/** The list as it would be with the one assistant in this status. */
export const openInStatus = async (page: Page, status: Assistant['status'], changes: Partial<Assistant> = {}) => {
  await changeAnswer<Assistant[]>(page, LIST, (assistants) =>
    assistants.filter(({ name }) => name === 'Evening').map((one) => ({ ...one, status, ...changes })),
  );
  await openAssistants({ page });
  if (status !== 'waiting') await toggle(page, 'Evening').click();
  await expect(button(page, 'Delete assistant')).toBeVisible();
};
