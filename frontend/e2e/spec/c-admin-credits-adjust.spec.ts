import { readFile } from 'node:fs/promises';
import type { CreditBalance, CreditTransaction } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { ADJUST, amount, apply, balances, LIST, openDialog, rowOf, type } from './adminCreditsTable.ts';
import { breakLine, refuse } from './changedAnswer.ts';
import { Person } from './Person.ts';
import { expect, specRows } from './specRow.ts';

const signUp = async (page: Page, baseUrl: string) => {
  const target = await Person.signUp(baseUrl);
  const id = target.session.telegram_id;
  await page.goto(`/admin/credits?search=${id}`);
  await expect(rowOf(page, id)).toBeVisible();
  const ledger = async () =>
    (await target.call<{ transactions: CreditTransaction[] }>('GET', '/credits/transactions?limit=20')).transactions;
  const balance = async () => (await target.call<CreditBalance>('GET', '/credits/balance')).credits_balance;
  return { target, id, ledger, balance };
};
const applied = (page: Page) => expect(page.getByRole('dialog')).toBeHidden();

specRows('5 Validation: adjust credits', { visitor: 'admin' }, [
  {
    says: 'The amount is parsed as an integer; …',
    see: async ({ page, product }) => {
      const { id, balance } = await signUp(page, product.baseUrl);
      await openDialog(page, id);
      await amount(page).fill('12.9');
      await apply(page).click();
      await applied(page);
      expect(await balance()).toBe(162);
    },
  },
  {
    says: '… positive adds, …',
    see: async ({ page, product }) => {
      const { id, balance } = await signUp(page, product.baseUrl);
      await openDialog(page, id);
      await amount(page).fill('50');
      await apply(page).click();
      await applied(page);
      expect(await balance()).toBe(200);
    },
  },
  {
    says: '… negative subtracts.',
    see: async ({ page, product }) => {
      const { id, balance } = await signUp(page, product.baseUrl);
      await openDialog(page, id);
      await amount(page).fill('-50');
      await apply(page).click();
      await applied(page);
      expect(await balance()).toBe(100);
    },
  },
  {
    says: "An empty description is sent as 'Admin adjustment: {amount} credits'.",
    see: async ({ page, product }) => {
      const { id, ledger } = await signUp(page, product.baseUrl);
      await openDialog(page, id);
      await amount(page).fill('-5');
      await apply(page).click();
      await applied(page);
      const [latest] = await ledger();
      expect(latest).toMatchObject({
        amount: -5,
        description: 'Admin adjustment: -5 credits',
        transaction_type: 'admin_adjustment',
      });
    },
  },
  {
    says: '7 POST /credits/admin/adjust-credits | user_id (telegram id), amount (integer), transaction_type, description',
    see: async ({ page, product }) => {
      const { id } = await signUp(page, product.baseUrl);
      await openDialog(page, id);
      await amount(page).fill('7');
      await type(page).selectOption('Bonus Credits');
      await page.getByRole('textbox', { name: 'Description (optional)' }).fill('Thank you');
      const sent = page.waitForRequest(ADJUST);
      await apply(page).click();
      expect((await sent).postDataJSON()).toEqual({
        user_id: id,
        amount: 7,
        transaction_type: 'bonus',
        description: 'Thank you',
      });
    },
  },
  {
    says: '7 After a successful adjustment the list is reloaded.',
    see: async ({ page, product }) => {
      const { id } = await signUp(page, product.baseUrl);
      await openDialog(page, id);
      await amount(page).fill('1000');
      const asked = page.waitForRequest(LIST);
      await apply(page).click();
      await asked;
      await expect(rowOf(page, id).getByRole('cell').nth(1)).toHaveText('1,150');
    },
  },
]);

specRows('8 Admin and preview: credits', { visitor: 'admin' }, [
  {
    says: '… credit errors show the server …',
    see: async ({ page }) => {
      await refuse(page, LIST, { sentence: 'The ledger rests.' });
      await page.goto('/admin/credits');
      const alert = page.getByRole('alert').filter({ hasText: 'The ledger rests.' });
      await expect(alert).toBeVisible();
      await page.unroute(LIST);
      await alert.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('row').nth(1)).toBeVisible();
    },
  },
  {
    says: '… or thrown message.',
    see: async ({ page }) => {
      await breakLine(page, LIST);
      await page.goto('/admin/credits');
      await expect(page.getByRole('alert')).toContainText('Failed to fetch');
    },
  },
  {
    says: 'An adjustment that the server refuses is said in the dialog, and nothing is booked.',
    see: async ({ page, product }) => {
      const { id, balance } = await signUp(page, product.baseUrl);
      await openDialog(page, id);
      await amount(page).fill('-151');
      await expect(balances(page)).toHaveText(['150 credits', '−1 credits']);
      const answered = page.waitForResponse(ADJUST);
      await apply(page).click();
      const { error } = (await (await answered).json()) as { error: string };
      await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(error);
      expect(await balance()).toBe(150);
    },
  },
  {
    says: 'An adjustment whose answer was lost and that is sent again is booked once.',
    see: async ({ page, product }) => {
      const { id, balance, ledger } = await signUp(page, product.baseUrl);
      await openDialog(page, id);
      await amount(page).fill('30');
      // It arrives, and its answer does not.
      await page.route(ADJUST, async (route) => {
        await route.fetch();
        await route.abort();
      });
      await apply(page).click();
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
      expect(await balance()).toBe(180);
      await page.unroute(ADJUST);
      await apply(page).click();
      await applied(page);
      expect(await balance()).toBe(180);
      expect((await ledger()).map((line) => line.amount)).toEqual([30, 150]);
    },
  },
  {
    says: 'Two browsers that adjust the credits of one user at once: both are booked, none is lost.',
    see: async ({ page, product, person, context }) => {
      const { id, balance, ledger } = await signUp(page, product.baseUrl);
      const browser = context.browser();
      if (!browser) throw new Error('The context has no browser.');
      const other = await person.openBrowser(browser);
      const otherPage = await other.newPage();
      await otherPage.goto(`/admin/credits?search=${id}`);
      await openDialog(page, id);
      await openDialog(otherPage, id);
      await amount(page).fill('50');
      await amount(otherPage).fill('-20');
      await Promise.all([apply(page).click(), apply(otherPage).click()]);
      await applied(page);
      await applied(otherPage);
      expect(await balance()).toBe(180);
      expect((await ledger()).map((line) => line.amount).sort((a, b) => a - b)).toEqual([-20, 50, 150]);
      for (const one of [page, otherPage]) {
        await one.getByRole('button', { name: 'Refresh' }).click();
        await expect(rowOf(one, id).getByRole('cell').nth(1)).toHaveText('180');
      }
      await other.close();
    },
  },
  {
    says: 'The CSV export holds the filtered set.',
    see: async ({ page, product }) => {
      const { id } = await signUp(page, product.baseUrl);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export CSV' }).click();
      const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
      expect(lines).toHaveLength(2);
      expect(lines[1]).toContain(id);
    },
  },
]);
