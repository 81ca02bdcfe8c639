import type { CreditUser } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { buildCreditUser } from '../../test/adminBuilders.ts';
import { changeAnswer } from './changedAnswer.ts';
import { expect, type SceneSetting } from './specRow.ts';

export const LIST = /\/api\/credits\/admin\/users-credits$/;
export const ADJUST = /\/api\/credits\/admin\/adjust-credits$/;

export const USERS: readonly CreditUser[] = [
  buildCreditUser({ credits_balance: 1150, total_credits_purchased: 3000, total_credits_spent: 2000 }),
  buildCreditUser({ telegram_id: '700000002', username: 'zed', first_name: 'Zoe', last_name: '', credits_balance: 40 }),
  buildCreditUser({
    telegram_id: '700000003',
    username: 'idle',
    first_name: 'Ida',
    credits_balance: 0,
    last_login: null,
  }),
];
export const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
export const rowOf = (page: Page, id: string) => page.getByRole('row').filter({ hasText: `ID: ${id}` });
export const amount = (page: Page) => page.getByRole('spinbutton', { name: 'Amount' });
export const apply = (page: Page) => page.getByRole('button', { name: 'Apply Adjustment', exact: true });
export const type = (page: Page) => page.getByRole('combobox', { name: 'Transaction Type' });
export const balances = (page: Page) => page.getByRole('dialog').getByRole('definition');

export async function openMadeUp(page: Page) {
  await changeAnswer(page, LIST, () => USERS);
  await page.goto('/admin/credits');
  await expect(rowOf(page, '700000001')).toBeVisible();
}
export const openDialog = async (page: Page, id = '700000001') => {
  await rowOf(page, id)
    .getByRole('button', { name: /^Adjust Credits/ })
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
};
export const openMadeUpDialog = async ({ page }: { page: Page }) => {
  await openMadeUp(page);
  await openDialog(page);
};

export const MADE_UP: SceneSetting<undefined> = { visitor: 'admin', open: ({ page }) => openMadeUp(page) };
export const MADE_UP_DIALOG: SceneSetting<undefined> = { visitor: 'admin', open: openMadeUpDialog };
