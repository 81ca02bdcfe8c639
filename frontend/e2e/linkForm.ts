import { expect, type Frame, type Locator, type Page } from '@playwright/test';
import type { Device } from './device.ts';
import type { TelegramClient } from './telegramClient.ts';

/** The summary in the link modal. `app` is the document with the modal. */
export const linkSummary = (app: Page | Frame | Locator) => app.getByRole('region', { name: 'What would be linked' });

/** Waits for page and browser, which are shown when typing pauses, and links them. */
export async function linkDescribed(app: Page | Frame | Locator): Promise<void> {
  await expect(linkSummary(app)).toBeVisible();
  await app.getByRole('button', { name: 'Link Page', exact: true }).click();
}

/** Links the device's page inside Telegram, by Telegram's main button. The app is then loaded again. */
export async function linkByMainButton(page: Page, telegram: TelegramClient, device: Device): Promise<void> {
  await page.getByRole('button', { name: 'Link OnlyFans Page' }).click();
  await page.getByPlaceholder('Paste your linking token here').fill(device.linkingToken);
  await telegram.lastIs('setup_main_button', { is_active: true });
  await expect(linkSummary(page)).toContainText(device.pageName);
  const reloaded = page.waitForEvent('load');
  await telegram.pressMain();
  await reloaded;
  await expect(page.getByText(device.pageName, { exact: true })).toBeVisible();
}
