import { readFile } from 'node:fs/promises';
import type { CreditBalance, CreditTransaction, CreditUser } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { buildCreditUser } from '../../test/adminBuilders.ts';
import { breakLine, changeAnswer, refuse } from './changedAnswer.ts';
import { Person } from './Person.ts';
import { expect, type SceneSetting, type SpecRow, specRows } from './specRow.ts';

const LIST = /\/api\/credits\/admin\/users-credits$/;
const ADJUST = /\/api\/credits\/admin\/adjust-credits$/;

const USERS: readonly CreditUser[] = [
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
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const rowOf = (page: Page, id: string) => page.getByRole('row').filter({ hasText: `ID: ${id}` });
const amount = (page: Page) => page.getByRole('spinbutton', { name: 'Amount' });
const apply = (page: Page) => page.getByRole('button', { name: 'Apply Adjustment', exact: true });
const type = (page: Page) => page.getByRole('combobox', { name: 'Transaction Type' });
const balances = (page: Page) => page.getByRole('dialog').getByRole('definition');

async function openMadeUp(page: Page) {
  await changeAnswer(page, LIST, () => USERS);
  await page.goto('/admin/credits');
  await expect(rowOf(page, '700000001')).toBeVisible();
}
const openDialog = async (page: Page, id = '700000001') => {
  await rowOf(page, id)
    .getByRole('button', { name: /^Adjust Credits/ })
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
};
const openMadeUpDialog = async ({ page }: { page: Page }) => {
  await openMadeUp(page);
  await openDialog(page);
};

const MADE_UP: SceneSetting<undefined> = { visitor: 'admin', open: ({ page }) => openMadeUp(page) };
const MADE_UP_DIALOG: SceneSetting<undefined> = { visitor: 'admin', open: openMadeUpDialog };

const cardSays = (says: string, name: string, value: string): SpecRow => ({
  says,
  look: ({ page }) => expect(card(page, name)).toHaveText(new RegExp(`^${name}\\s*${value}$`)),
});
const shows = (says: string, title: string, place: number, texts: readonly RegExp[]): SpecRow => ({
  says,
  look: async ({ page }) => {
    await expect(page.getByRole('columnheader').nth(place)).toHaveText(title);
    for (const [row, text] of texts.entries()) {
      await expect(
        rowOf(page, USERS[row]?.telegram_id ?? '')
          .getByRole('cell')
          .nth(place),
      ).toHaveText(text);
    }
  },
});

specRows('2 Admin credits', MADE_UP, [
  {
    says: 'Refresh; …',
    see: async ({ page }) => {
      await openMadeUp(page);
      const asked = page.waitForRequest(LIST);
      await page.getByRole('button', { name: 'Refresh' }).click();
      await asked;
    },
  },
  cardSays('… cards Total Credits, …', 'Total Credits', '1,190'),
  cardSays('… Total Purchased, …', 'Total Purchased', '3,000'),
  cardSays('… Total Spent, …', 'Total Spent', '2,000'),
  cardSays('… Active Users (users with balance above 0).', 'Active Users', '2'),
  shows('Table: User (name, @username, ID), …', 'User', 0, [/^Anna Bell\s*@annab\s*ID: 700000001$/]),
  shows('… Balance, …', 'Balance', 1, [/^1,150$/, /^40$/, /^0$/]),
  shows('… Purchased, …', 'Purchased', 2, [/^3,000$/]),
  shows('… Spent, …', 'Spent', 3, [/^2,000$/]),
  shows("… Last Activity (date or 'Never'), …", 'Last Activity', 4, [/^Mar 1, 2026/, /^Mar 1, 2026/, /^Never$/]),
  {
    says: "… and an 'Adjust Credits' action.",
    look: ({ page }) =>
      expect(rowOf(page, '700000002').getByRole('button', { name: /^Adjust Credits/ })).toHaveText('Adjust Credits'),
  },
]);

specRows('2 Admin credits: the dialog', MADE_UP_DIALOG, [
  {
    says: "Dialog: Amount (number; helper 'Use positive numbers to add credits, negative to subtract'); …",
    look: async ({ page }) => {
      await expect(amount(page)).toHaveAttribute('type', 'number');
      await expect(amount(page)).toHaveAccessibleDescription(
        'Use positive numbers to add credits, negative to subtract',
      );
    },
  },
  {
    says: '… Transaction Type (Admin Adjustment, Bonus Credits, Refund); …',
    look: ({ page }) =>
      expect(type(page).getByRole('option')).toHaveText(['Admin Adjustment', 'Bonus Credits', 'Refund']),
  },
  {
    says: '… Description (optional); …',
    look: ({ page }) => expect(page.getByRole('textbox', { name: 'Description (optional)' })).toHaveValue(''),
  },
  {
    says: '… current balance and a preview of the new balance; …',
    look: async ({ page }) => {
      for (const [typed, preview] of [
        ['50', '1,200 credits'],
        ['-150', '1,000 credits'],
        ['', '–'],
      ] as const) {
        await amount(page).fill(typed);
        await expect(balances(page)).toHaveText(['1,150 credits', preview]);
      }
    },
  },
  {
    says: "… 'Apply Adjustment'.",
    look: ({ page }) => expect(apply(page)).toBeVisible(),
  },
  {
    says: '… Cancel; …',
    see: async ({ page }) => {
      await openMadeUpDialog({ page });
      await amount(page).fill('50');
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
      await openDialog(page);
      await expect(amount(page)).toHaveValue('');
    },
  },
  {
    says: '5 Adjust credits: Apply is disabled without an amount …',
    look: async ({ page }) => {
      await amount(page).fill('');
      await expect(apply(page)).toBeDisabled();
      await amount(page).fill('5');
      await expect(apply(page)).toBeEnabled();
      await amount(page).fill('');
    },
  },
  {
    says: '5 Adjust credits: … or while sending.',
    see: async ({ page }) => {
      await openMadeUpDialog({ page });
      await page.route(ADJUST, () => {});
      await amount(page).fill('5');
      await apply(page).click();
      await expect(apply(page)).toBeDisabled();
    },
  },
  {
    says: '5 Adjust credits: … The type defaults to admin_adjustment.',
    look: ({ page }) => expect(type(page)).toHaveValue('admin_adjustment'),
  },
  {
    says: '9 Admin adjustment transaction types: admin_adjustment, bonus, refund.',
    look: async ({ page }) => {
      const values = await type(page)
        .getByRole('option')
        .evaluateAll((all) => all.map((one) => one.getAttribute('value')));
      expect(values).toEqual(['admin_adjustment', 'bonus', 'refund']);
    },
  },
]);

/** A user of their own for each row: no row sees what another one booked. */
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
