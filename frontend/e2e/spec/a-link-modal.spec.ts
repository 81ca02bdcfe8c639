import type { Page } from '@playwright/test';
import { Device } from '../device.ts';
import { linkSummary } from '../linkForm.ts';
import type { Product } from '../product.ts';
import { holdAnswers } from './heldAnswer.ts';
import { expect, specRows } from './specRow.ts';
import { stopClock } from './stoppedClock.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Link OnlyFans Page' });
const tokenOf = (page: Page) => dialogOf(page).getByPlaceholder('Paste your linking token here');
const submitOf = (page: Page) => dialogOf(page).locator('button[type=submit]');

async function openModal(page: Page) {
  await page.goto('/');
  await page.getByRole('button', { name: 'Link OnlyFans Page' }).click();
  await expect(tokenOf(page)).toBeVisible();
}

async function submit(page: Page, token: string) {
  await tokenOf(page).fill(token);
  await submitOf(page).click();
}

/** Up to the moment of success, at which time stands still. */
async function linkAPage(page: Page, product: Product) {
  const device = await Device.askToBeLinked(product.baseUrl, 'Luna Star');
  await page.clock.install();
  await openModal(page);
  // A mark in this document's window: a full load leaves it behind, a navigation within the app would not.
  await page.evaluate(() => Object.assign(window, { before: true }));
  const clock = await stopClock(page);
  await submit(page, device.linkingToken);
  await clock.passUntilSeen(linkSummary(page));
  await submitOf(page).click();
  await clock.passUntilSeen(dialogOf(page).getByText('Page linked successfully!'));
  return clock;
}

const LINKING = '**/api/verify_linking';
const RED = 'rgb(180, 35, 42)';

specRows('2 Link modal', { open: ({ page }) => openModal(page) }, [
  {
    says: "Title 'Link OnlyFans Page'.",
    look: async ({ page }) => {
      await expect(dialogOf(page).getByText('Link OnlyFans Page', { exact: true })).toBeVisible();
    },
  },
  {
    says: "Text: 'Enter the linking token from your Chrome extension to connect your OnlyFans page.'",
    look: async ({ page }) => {
      const text = 'Enter the linking token from your Chrome extension to connect your OnlyFans page.';
      await expect(dialogOf(page).getByText(text, { exact: true })).toBeVisible();
    },
  },
  {
    says: "A token text input with placeholder 'Paste your linking token here' …",
    look: async ({ page }) => expect(tokenOf(page)).toHaveAttribute('type', 'text'),
  },
  {
    says: "… and a submit button. The submit button reads 'Link Page' …",
    look: async ({ page }) => expect(submitOf(page)).toHaveText('Link Page'),
  },
  {
    says: '… a close control …',
    see: async ({ page }) => {
      await openModal(page);
      await dialogOf(page).getByRole('button', { name: 'Close' }).click();
      await expect(dialogOf(page)).toBeHidden();
    },
  },
  {
    says: "… or 'Linking...' while the request runs.",
    see: async ({ page }) => {
      const { letGo } = await holdAnswers(page, LINKING);
      await openModal(page);
      await submit(page, 'no-such-token');
      await expect(submitOf(page)).toHaveText('Linking...');
      letGo();
      await expect(submitOf(page)).toHaveText('Link Page');
    },
  },
  {
    says: "Success shows 'Page linked successfully!' and, after 500 ms, a full page load to /?view=pages.",
    alone: true,
    see: async ({ page, product }) => {
      const clock = await linkAPage(page, product);
      await clock.pass(480);
      await expect(page).toHaveURL('/');
      const loaded = page.waitForEvent('load');
      await clock.pass(20);
      await loaded;
      await expect(page).toHaveURL('/?view=pages');
      expect(await page.evaluate(() => 'before' in window)).toBe(false);
    },
  },
]);

specRows('4 Link modal', [
  {
    says: 'closed, …',
    see: async ({ page }) => {
      await page.goto('/');
      await expect(page.getByRole('button', { name: 'Link OnlyFans Page' })).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  },
  { says: '… open, …', see: async ({ page }) => openModal(page) },
  {
    says: '… submitting, …',
    see: async ({ page }) => {
      await holdAnswers(page, LINKING);
      await openModal(page);
      await submit(page, 'no-such-token');
      await expect(submitOf(page)).toHaveText('Linking...');
      await expect(dialogOf(page).getByRole('alert')).toHaveCount(0);
    },
  },
  {
    says: '… error, …',
    see: async ({ page }) => {
      await openModal(page);
      await submit(page, 'no-such-token');
      await expect(dialogOf(page).getByRole('alert')).toBeVisible();
    },
  },
  {
    says: '… success.',
    alone: true,
    see: async ({ page, product }) => {
      await linkAPage(page, product);
      await expect(dialogOf(page).getByRole('alert')).toHaveCount(0);
    },
  },
  {
    says: 'Opening resets the error, … and the token.',
    see: async ({ page }) => {
      await openModal(page);
      await submit(page, 'no-such-token');
      await expect(dialogOf(page).getByRole('alert')).toBeVisible();
      await dialogOf(page).getByRole('button', { name: 'Close' }).click();
      await expect(dialogOf(page)).toBeHidden();
      await page.getByRole('button', { name: 'Link OnlyFans Page' }).click();
      await expect(tokenOf(page)).toHaveValue('');
      await expect(dialogOf(page).getByRole('alert')).toHaveCount(0);
    },
  },
  {
    says: '… the success flag …',
    cannot:
      'A success ends in a full page load within 500 ms, during which the modal can not be closed and opened again.',
  },
  {
    says: 'Success leads to a full page load after 500 ms.',
    shownBy: {
      file: 'src/screens/dashboard/LinkModal.test.tsx',
      test: 'success: says so and loads the pages anew after 500 ms, not before',
    },
  },
]);

specRows('5 Link form', { open: ({ page }) => openModal(page) }, [
  {
    says: 'Nothing happens if the trimmed token is empty.',
    see: async ({ page }) => {
      const sent: string[] = [];
      page.on('request', (request) => request.url().includes('verify_linking') && sent.push(request.url()));
      await openModal(page);
      await tokenOf(page).fill('   ');
      await tokenOf(page).press('Enter');
      await expect(submitOf(page)).toHaveText('Link Page');
      await expect(dialogOf(page).getByRole('alert')).toHaveCount(0);
      expect(sent).toEqual([]);
    },
  },
  {
    says: 'The submit button is disabled while empty …',
    look: async ({ page }) => {
      await expect(tokenOf(page)).toHaveValue('');
      await expect(submitOf(page)).toBeDisabled();
    },
  },
  {
    says: '… or submitting; the token input is disabled while submitting.',
    see: async ({ page }) => {
      const { letGo } = await holdAnswers(page, LINKING);
      await openModal(page);
      await submit(page, 'no-such-token');
      await expect(submitOf(page)).toBeDisabled();
      await expect(tokenOf(page)).toBeDisabled();
      letGo();
      await expect(submitOf(page)).toBeEnabled();
      await expect(tokenOf(page)).toBeEnabled();
    },
  },
]);

specRows('3 Linking payload', [
  {
    says: 'token (string, trimmed).',
    see: async ({ page }) => {
      await openModal(page);
      const sent = page.waitForRequest(LINKING);
      await submit(page, '  no-such-token \n');
      expect((await sent).postDataJSON()).toEqual({ token: 'no-such-token' });
    },
  },
]);

specRows('8 Link failure', [
  {
    says: 'A red alert with the error message, …',
    see: async ({ page }) => {
      await openModal(page);
      const answered = page.waitForResponse(LINKING);
      await submit(page, 'no-such-token');
      const { error } = (await (await answered).json()) as { error: string };
      const alert = dialogOf(page).getByRole('alert');
      await expect(alert).toHaveText(error);
      await expect(alert).toHaveCSS('color', RED);
    },
  },
  {
    says: "… or 'An error occurred during linking' when none.",
    see: async ({ page }) => {
      await page.route(LINKING, (route) => route.abort());
      await openModal(page);
      await submit(page, 'a-token');
      await expect(dialogOf(page).getByRole('alert')).toHaveText('An error occurred during linking');
    },
  },
]);

specRows('9 Link modal', [
  {
    says: 'Link success redirect delay 500 ms.',
    shownBy: {
      file: 'src/screens/dashboard/LinkModal.test.tsx',
      test: 'success: says so and loads the pages anew after 500 ms, not before',
    },
  },
]);
