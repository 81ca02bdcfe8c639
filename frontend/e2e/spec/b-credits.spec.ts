import type { CreditBalance, CreditTransaction, listPackages, ResponseOf } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { buildTransaction, uuid } from '../../test/builders.ts';
import { changeAnswer, refuse } from './changedAnswer.ts';
import { clickIfStillThere } from './clickIfStillThere.ts';
import { expect, specRows } from './specRow.ts';

const openCredits = async ({ page }: { page: Page }) => {
  await page.goto('/?view=credits');
};
const TRANSACTIONS = /\/api\/credits\/transactions/;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const history = (page: Page) => page.getByRole('region', { name: 'Transaction History' });
const balanceCard = (page: Page) => page.getByRole('region', { name: 'Credit balance' });
const packages = (page: Page) => page.getByRole('region', { name: 'Buy Credits' }).getByRole('listitem');

async function openWithTransactions(page: Page, transactions: readonly Partial<CreditTransaction>[]) {
  await changeAnswer(page, TRANSACTIONS, () => ({
    transactions: transactions.map((one, place) => buildTransaction({ id: uuid(place + 1), ...one })),
  }));
  await openCredits({ page });
}
const many = (count: number) => Array.from({ length: count }, () => ({}));

async function openWithBalance(page: Page, credits_balance: number) {
  await changeAnswer<CreditBalance>(page, '**/api/credits/balance', (balance) => ({ ...balance, credits_balance }));
  await openCredits({ page });
}

const seeTwentyAsked = async ({ page }: { page: Page }) => {
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/credits/transactions?limit=20'));
  await openCredits({ page });
  await asked;
};
const seeSixShown = async ({ page }: { page: Page }) => {
  await openWithTransactions(page, many(20));
  await expect(history(page).getByRole('listitem')).toHaveCount(6);
};

specRows('2 Credits tab and purchase dialog', { open: openCredits }, [
  {
    says: 'Balance card …',
    look: ({ page }) => expect(balanceCard(page)).toContainText('150 credits'),
  },
  {
    says: '… and transaction history …',
    look: ({ page }) => expect(history(page).getByRole('listitem')).toHaveCount(1),
  },
  { says: '… (20 fetched, …', see: seeTwentyAsked },
  { says: '… 6 shown by default, …', see: seeSixShown },
  {
    says: '… with a Show All toggle).',
    see: async ({ page }) => {
      await openWithTransactions(page, many(20));
      await button(page, 'Show All').click();
      await expect(history(page).getByRole('listitem')).toHaveCount(20);
      await button(page, 'Show Less').click();
      await expect(history(page).getByRole('listitem')).toHaveCount(6);
    },
  },
  {
    says: 'Packages are listed; …',
    look: ({ page }) => expect(packages(page)).toHaveCount(4),
  },
  {
    says: '… the purchase dialog shows a payment-unavailable notice asking the user to contact the support person on the messaging platform for the chosen package.',
    see: async ({ page }) => {
      await openCredits({ page });
      await button(page, 'Buy Basic').click();
      const notice = page.getByRole('dialog', { name: 'Basic – $49.99' }).getByRole('note');
      await expect(notice).toContainText('Payment is currently unavailable in the app.');
      await expect(notice).toContainText(
        /Basic package \(3,000 credits for \$49\.99\), please contact .+ on Telegram\./,
      );
    },
  },
  {
    says: "Empty: 'No transactions yet'.",
    see: async ({ page }) => {
      await openWithTransactions(page, []);
      await expect(page.getByText('No transactions yet', { exact: true })).toBeVisible();
    },
  },
]);

specRows('8 Assistants, presets, credits: credits', [
  ...(['balance', 'transactions', 'packages'] as const).map((call) => ({
    says: `'Error loading credit data: ...' with a Retry button (the ${call}).`,
    see: async ({ page }: { page: Page }) => {
      const address = new RegExp(`/api/credits/${call}`);
      await refuse(page, address, { sentence: 'The ledger is being mended.' });
      await openCredits({ page });
      const alert = page.getByRole('alert');
      await expect(alert).toContainText('Error loading credit data: The ledger is being mended.');
      const retry = alert.getByRole('button', { name: 'Retry' });
      const refusedAgain = page.waitForResponse(address);
      await retry.click();
      await refusedAgain;
      await page.unroute(address);
      // A click on what is still being asked asks nothing, and the app asks for the balance on its own too.
      await expect(async () => {
        await clickIfStillThere(retry);
        await expect(alert).toBeHidden({ timeout: 1_000 });
        await expect(history(page).getByRole('listitem')).toHaveCount(1, { timeout: 2_000 });
      }).toPass();
    },
  })),
  {
    says: 'The purchase dialog shows a payment-unavailable notice.',
    see: async ({ page }) => {
      await openCredits({ page });
      const calls: string[] = [];
      await expect(packages(page)).toHaveCount(4);
      page.on('request', (request) => calls.push(request.url()));
      await button(page, 'Buy Enterprise').click();
      await expect(page.getByRole('note')).toContainText('Payment is currently unavailable in the app.');
      expect(calls.filter((url) => url.includes('/api/'))).toEqual([]);
    },
  },
]);

specRows('9 Business constants: credits', { open: openCredits }, [
  {
    says: 'Credits: 10 credits = 24 h posting on one page; …',
    look: ({ page }) =>
      expect(balanceCard(page)).toContainText('10 credits = 24 hours of unlimited posting to one page.'),
  },
  {
    says: '… unpaid page charged 10 credits on first post; …',
    shownBy: {
      file: 'src/screens/pages/PagesTab.test.tsx',
      test: 'shows what a page is called, whose it is and how it stands',
    },
  },
  {
    says: '… welcome bonus 150 credits.',
    look: async ({ page }) => {
      await expect(history(page).getByRole('listitem')).toContainText(['Bonus Credits']);
      await expect(history(page).getByRole('listitem')).toContainText(['+150']);
    },
  },
  {
    says: 'Packages: Basic 3000 credits at $49.99; …',
    look: ({ page }) => expect(packages(page).filter({ hasText: 'Basic' })).toContainText(/\$49\.99.*3,000 credits/),
  },
  {
    says: '… Enterprise 16,500 credits at $199.99 (+1500 bonus).',
    look: ({ page }) =>
      expect(packages(page).filter({ hasText: 'Enterprise' })).toContainText(/\$199\.99.*16,500 credits, 1,500/),
  },
  {
    says: 'The popular package is the third in the list …',
    look: async ({ page }) => {
      await expect(page.getByText('Most Popular')).toHaveCount(1);
      await expect(packages(page).nth(2)).toContainText('Most Popular');
    },
  },
  {
    says: '… (at least 3 packages needed).',
    see: async ({ page }) => {
      await changeAnswer<ResponseOf<typeof listPackages>>(page, '**/api/credits/packages', (answer) => ({
        ...answer,
        packages: answer.packages.slice(0, 2),
      }));
      await openCredits({ page });
      await expect(packages(page)).toHaveCount(2);
      await expect(page.getByText('Most Popular')).toHaveCount(0);
    },
  },
  ...(
    [
      [100, '100 or more Excellent (green); …', 'Excellent', 'success'],
      [99, '… 50 to 99 Good (orange); …', 'Good', 'warning'],
      [50, '… 50 to 99 Good (orange); from below …', 'Good', 'warning'],
      [49, '… under 50 Low Balance (red).', 'Low Balance', 'danger'],
    ] as const
  ).map(([credits, says, label, tone]) => ({
    says: `Credit balance label and colour: ${says}`,
    see: async ({ page }: { page: Page }) => {
      await openWithBalance(page, credits);
      const chip = balanceCard(page).getByText(label, { exact: true });
      await expect(chip).toBeVisible();
      const [shown, wanted] = await chip.evaluate((element, name) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = `var(--fd-${name})`;
        const colours = [getComputedStyle(element).color, getComputedStyle(probe).color];
        probe.remove();
        return colours;
      }, tone);
      expect(shown).toBe(wanted);
    },
  })),
  {
    says: 'The chip shows thousands in a 1.0k style.',
    see: async ({ page }) => {
      await openWithBalance(page, 1_000);
      await expect(page.getByRole('banner').getByText('1.0k')).toBeVisible();
    },
  },
  { says: 'Transactions: 20 fetched, …', see: seeTwentyAsked },
  { says: '… 6 shown by default.', see: seeSixShown },
  {
    says: 'Type labels: Purchase, Posting Fee, Bonus Credits, Admin Adjustment, Refund; …',
    see: async ({ page }) => {
      const types = ['purchase', 'spending', 'bonus', 'admin_adjustment', 'refund'] as const;
      await openWithTransactions(
        page,
        types.map((transaction_type) => ({ transaction_type })),
      );
      await expect(history(page).getByRole('listitem')).toContainText([
        'Purchase',
        'Posting Fee',
        'Bonus Credits',
        'Admin Adjustment',
        'Refund',
      ]);
    },
  },
  {
    says: "… a 'Page Fee' tag when page_guid is present.",
    see: async ({ page }) => {
      await openWithTransactions(page, [
        { transaction_type: 'spending', page_guid: uuid(7) },
        { transaction_type: 'refund' },
      ]);
      const rows = history(page).getByRole('listitem');
      await expect(rows.nth(0).getByText('Page Fee', { exact: true })).toBeVisible();
      await expect(rows.nth(1).getByText('Page Fee')).toHaveCount(0);
    },
  },
]);
