import { linkPage } from '../believableData.ts';
import { cardOf, openPages, tagsOf, unlinkOf } from './pageCards.ts';
import { expect, specRows } from './specRow.ts';

const LIST = '**/api/get_user_pages';
const TAGS = '**/api/pages/*/tags';
const UNLINK = '**/api/unlink_page/*';
const SENTENCE = { error: 'The database is resting.', code: 'unavailable' };

specRows('8 Pages', { given: async (person, { baseUrl }) => linkPage(person, baseUrl, 'Luna Star', null, ['vip']) }, [
  {
    says: "'Unauthorized' … is silently ignored; …",
    alone: true,
    see: async ({ page }) => {
      await page.goto('/?view=presets');
      await page.route('**/api/auth/telegram', (route) => route.fulfill({ status: 401, json: {} }));
      await page.route(LIST, (route) => route.fulfill({ status: 401, json: {} }));
      await page.getByRole('tab', { name: 'Pages', exact: true }).click();
      await expect(page).toHaveURL(/\/auth/);
      await expect(page.getByRole('alert')).toHaveCount(0);
    },
  },
  {
    says: 'Other errors show the server message …',
    see: async ({ page }) => {
      await page.route(LIST, (route) => route.fulfill({ status: 503, json: SENTENCE }));
      await page.goto('/?view=pages');
      await expect(page.getByRole('alert')).toContainText('The database is resting.');
    },
  },
  {
    says: "… or fallbacks: 'Failed to fetch pages'; …",
    see: async ({ page }) => {
      await page.route(LIST, (route) => route.fulfill({ status: 500, body: '' }));
      await page.goto('/?view=pages');
      await expect(page.getByRole('alert')).toContainText('Failed to fetch pages');
    },
  },
  {
    says: "… 'Failed to update tags' … (shown under the card); …",
    see: async ({ page }) => {
      await page.route(TAGS, (route) => route.fulfill({ status: 500, body: '' }));
      await openPages({ page });
      await tagsOf(page, 'Luna Star').fill('refused');
      await tagsOf(page, 'Luna Star').press('Enter');
      const alert = cardOf(page, 'Luna Star').getByRole('alert');
      await expect(alert).toHaveText('Failed to update tags');
      const alertBox = await alert.boundingBox();
      const fieldBox = await tagsOf(page, 'Luna Star').boundingBox();
      expect(alertBox?.y).toBeGreaterThan((fieldBox?.y ?? 0) + (fieldBox?.height ?? 0));
    },
  },
  {
    says: "… and 'Failed to unlink page' (shown under the card).",
    see: async ({ page }) => {
      await page.route(UNLINK, (route) => route.fulfill({ status: 500, body: '' }));
      await openPages({ page });
      page.on('dialog', (dialog) => dialog.accept());
      await unlinkOf(page, 'Luna Star').click();
      await expect(cardOf(page, 'Luna Star').getByRole('alert')).toHaveText('Failed to unlink page');
    },
  },
]);
