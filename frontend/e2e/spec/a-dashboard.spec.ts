import type { CreditBalance } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { ADMIN_TELEGRAM_ID } from '../product.ts';
import { holdAnswers } from './heldAnswer.ts';
import { miniAppAddress } from './miniAppAddress.ts';
import { Person } from './Person.ts';
import { expect, type Scene, type SpecRow, specRows } from './specRow.ts';

const tabOf = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const searchOf = (page: Page) => page.getByPlaceholder('Search...', { exact: true });
const chipOf = (page: Page) => page.getByRole('button', { name: /credits, (Excellent|Good|Low Balance)$/ });
const openDashboard = async ({ page }: { page: Page }) => {
  await page.goto('/');
  await expect(chipOf(page)).toBeVisible();
};

/** An admin gives or takes what is missing. */
async function setBalance({ person, product }: Scene<unknown>, credits: number) {
  const admin = await Person.signIn(product.baseUrl, ADMIN_TELEGRAM_ID);
  const { credits_balance: balance } = await person.call<CreditBalance>('GET', '/credits/balance');
  if (credits === balance) return;
  await admin.call('POST', '/credits/admin/adjust-credits', {
    user_id: person.session.telegram_id,
    amount: credits - balance,
    transaction_type: 'admin_adjustment',
    description: '',
  });
}

const TABS = [
  ['pages', 'Pages'],
  ['assistants', 'Assistants'],
  ['queue', 'Queue'],
  ['presets', 'Presets'],
  ['credits', 'Credits'],
] as const;

specRows('2 Main dashboard', { open: openDashboard }, [
  {
    says: 'Header: title; …',
    look: async ({ page }) =>
      expect(page.getByRole('banner').getByRole('heading', { level: 1 })).toHaveText('Flyerdeck'),
  },
  {
    says: '… an admin-panel button (admins only, goes to /admin); …',
    see: async ({ product, context }) => {
      const admin = await Person.signIn(product.baseUrl, ADMIN_TELEGRAM_ID);
      const browser = context.browser();
      if (!browser) throw new Error('The context has no browser.');
      const adminContext = await admin.openBrowser(browser);
      const page = await adminContext.newPage();
      await openDashboard({ page });
      await page.getByRole('banner').getByRole('button', { name: 'Admin panel' }).click();
      await expect(page).toHaveURL('/admin');
      await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
      await adminContext.close();
    },
  },
  {
    says: '… a credit balance chip (opens the credits tab); …',
    see: async ({ page }) => {
      await page.goto('/');
      await chipOf(page).click();
      await expect(tabOf(page, 'Credits')).toHaveAttribute('aria-selected', 'true');
      await expect(page).toHaveURL('/?view=credits');
    },
  },
  {
    says: '… an extension download link (/extension.zip); …',
    look: async ({ page }) =>
      expect(page.getByRole('link', { name: 'Download extension' })).toHaveAttribute('href', '/extension.zip'),
  },
  {
    says: '… logout (then goes to /auth).',
    alone: true,
    see: async ({ page, context }) => {
      await page.goto('/');
      await expect(chipOf(page)).toBeVisible();
      // The mock build would sign in again on the next load.
      await context.route('**/api/auth/telegram', (route) => route.fulfill({ status: 401, json: {} }));
      await page.getByRole('button', { name: 'Logout' }).click();
      await expect(page).toHaveURL('/auth');
      await expect(page.getByRole('heading', { name: 'Sign in with Telegram' })).toBeVisible();
    },
  },
  ...TABS.map(
    ([view, label]): SpecRow => ({
      says: `Tabs are kept in the query parameter view: … ${view} …`,
      look: async ({ page }) => {
        await tabOf(page, label).click();
        await expect(page).toHaveURL(`/?view=${view}`);
        await expect(tabOf(page, label)).toHaveAttribute('aria-selected', 'true');
        await page.goBack();
        await expect(page).toHaveURL('/');
      },
    }),
  ),
  {
    says: '… pages (default) …',
    look: async ({ page }) => {
      await expect(page).toHaveURL('/');
      await expect(tabOf(page, 'Pages')).toHaveAttribute('aria-selected', 'true');
    },
  },
  ...TABS.map(
    ([view, label]): SpecRow => ({
      says: `A search box (placeholder Search...) is shown on every tab except queue and credits: ${view}`,
      see: async ({ page }) => {
        await page.goto(`/?view=${view}`);
        await expect(tabOf(page, label)).toHaveAttribute('aria-selected', 'true');
        await expect(searchOf(page)).toHaveCount(view === 'queue' || view === 'credits' ? 0 : 1);
      },
    }),
  ),
  {
    says: 'While loading, a loading text in Russian is shown.',
    see: async ({ page }) => {
      const { letGo } = await holdAnswers(page, '**/api/auth/me');
      await page.goto('/');
      await expect(page.getByText('Загрузка...', { exact: true })).toBeVisible();
      letGo();
      await expect(chipOf(page)).toBeVisible();
      await expect(page.getByText('Загрузка...', { exact: true })).toHaveCount(0);
    },
  },
  {
    says: "A 'Link Page' entry point (button 'Link OnlyFans Page' …) opens the link modal.",
    see: async ({ page }) => {
      await page.goto('/');
      await page.getByRole('button', { name: 'Link OnlyFans Page' }).click();
      await expect(page.getByRole('dialog', { name: 'Link OnlyFans Page' })).toBeVisible();
    },
  },
]);

specRows(
  '2 Main dashboard, expandAssistant',
  {
    given: async (person) => {
      const assistants: { _id: string }[] = [];
      for (const name of ['Morning', 'Evening']) {
        assistants.push(await person.call<{ _id: string }>('POST', '/assistants', { name }));
      }
      return { evening: assistants[1]?._id ?? '' };
    },
  },
  [
    {
      says: 'A second query parameter expandAssistant forces the assistants tab …',
      see: async ({ page, given }) => {
        await page.goto(`/?view=presets&expandAssistant=${given.evening}`);
        await expect(tabOf(page, 'Assistants')).toHaveAttribute('aria-selected', 'true');
      },
    },
    {
      says: '… and expands that assistant; …',
      see: async ({ page, given }) => {
        await page.goto(`/?expandAssistant=${given.evening}`);
        await expect(page.getByRole('button', { name: /Evening/, expanded: true })).toBeVisible();
      },
    },
    {
      says: '… switching to another tab removes it.',
      see: async ({ page, given }) => {
        await page.goto(`/?view=assistants&expandAssistant=${given.evening}`);
        await tabOf(page, 'Presets').click();
        await expect(page).toHaveURL('/?view=presets');
      },
    },
  ],
);

specRows('2 Main dashboard, not signed in', { visitor: 'nobody' }, [
  {
    says: 'Not authenticated and not inside the messaging app: redirect to /auth.',
    see: async ({ page }) => {
      await page.goto('/?view=queue');
      await expect(page.getByRole('heading', { name: 'Sign in with Telegram' })).toBeVisible();
      await expect(page).toHaveURL(/\/auth$/);
    },
  },
]);

specRows('2 Main dashboard, inside the messaging app', [
  {
    says: 'Inside the messaging app the app signals ready and expands itself.',
    alone: true,
    see: async ({ page }) => {
      await page.addInitScript(() => {
        const events: string[] = [];
        Object.assign(window, { events, TelegramWebviewProxy: { postEvent: (type: string) => events.push(type) } });
      });
      await page.goto(miniAppAddress('/'));
      await expect(chipOf(page)).toBeVisible();
      const events = await page.evaluate(() => (window as unknown as { events: string[] }).events);
      expect(events).toEqual(expect.arrayContaining(['web_app_ready', 'web_app_expand']));
    },
  },
]);

const GREEN = 'success';
const ORANGE = 'warning';
const RED = 'danger';

const chipRow = (says: string, credits: number, text: string, label: string, tone: string): SpecRow => ({
  says,
  see: async (scene) => {
    await setBalance(scene, credits);
    await scene.page.goto('/');
    const chip = chipOf(scene.page);
    await expect(chip).toHaveAccessibleName(`${text} credits, ${label}`);
    await expect(chip).toContainText(label);
    await expect(chip).toHaveAttribute('data-tone', tone);
  },
});

specRows('9 Credit balance label and colour', [
  chipRow('100 or more Excellent (green)', 100, '100', 'Excellent', GREEN),
  chipRow('50 to 99 Good (orange): 99', 99, '99', 'Good', ORANGE),
  chipRow('50 to 99 Good (orange): 50', 50, '50', 'Good', ORANGE),
  chipRow('under 50 Low Balance (red)', 49, '49', 'Low Balance', RED),
  chipRow('The chip shows thousands in a 1.0k style: 999', 999, '999', 'Excellent', GREEN),
  chipRow('The chip shows thousands in a 1.0k style: 1000', 1_000, '1.0k', 'Excellent', GREEN),
  chipRow('The chip shows thousands in a 1.0k style: 16500', 16_500, '16.5k', 'Excellent', GREEN),
]);

specRows('9 Credits', { open: openDashboard }, [
  {
    says: 'Welcome bonus 150 credits.',
    look: async ({ page }) => expect(chipOf(page)).toHaveAccessibleName('150 credits, Excellent'),
  },
]);
