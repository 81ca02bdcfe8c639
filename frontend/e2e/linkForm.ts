import { expect, type Frame, type Locator, type Page } from '@playwright/test';
import type { Device } from './device.ts';
import type { TelegramClient } from './telegramClient.ts';

/** What the link modal says before anything happens; `app` is the document that the modal is in. */
export const linkSummary = (app: Page | Frame | Locator) => app.getByRole('region', { name: 'What would be linked' });

/** Presses twice, as a person does: the first press shows what would be linked, the second one links it. */
export async function linkSeenPage(app: Page | Frame | Locator): Promise<void> {
  const submit = app.getByRole('button', { name: 'Link Page', exact: true });
  await submit.click();
  await expect(linkSummary(app)).toBeVisible();
  await submit.click();
}

/** Links the device's page inside Telegram, which has the form's button as its main button. The page is loaded anew. */
export async function linkByMainButton(page: Page, telegram: TelegramClient, device: Device): Promise<void> {
  await page.getByRole('button', { name: 'Link OnlyFans Page' }).click();
  await page.getByPlaceholder('Paste your linking token here').fill(device.linkingToken);
  await expect.poll(() => telegram.lastSent('web_app_setup_main_button')).toMatchObject({ is_active: true });
  await telegram.pressMain();
  await expect(linkSummary(page)).toContainText(device.pageName);
  const reloaded = page.waitForEvent('load');
  await telegram.pressMain();
  await reloaded;
  await expect(page.getByText(device.pageName, { exact: true })).toBeVisible();
}
