import type { Page } from '@playwright/test';
import { expect } from '../product.ts';

export const cardOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
export const tagsOf = (page: Page, name: string) => cardOf(page, name).getByPlaceholder('Add tags...', { exact: true });
export const unlinkOf = (page: Page, name: string) => cardOf(page, name).getByRole('button', { name: /^Unlink/ });
export const openPages = async ({ page }: { page: Page }) => {
  await page.goto('/?view=pages');
  await expect(page.getByRole('article').first()).toBeVisible();
};
