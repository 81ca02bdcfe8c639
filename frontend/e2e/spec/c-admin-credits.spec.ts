import {
  ADJUST,
  amount,
  apply,
  balances,
  card,
  LIST,
  MADE_UP,
  MADE_UP_DIALOG,
  openDialog,
  openMadeUp,
  openMadeUpDialog,
  rowOf,
  type,
  USERS,
} from './adminCreditsTable.ts';
import { expect, type SpecRow, specRows } from './specRow.ts';

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
