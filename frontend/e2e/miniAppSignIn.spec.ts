import type { Page, Response } from '@playwright/test';
import { signedInitData } from './initData.ts';
import { Person } from './spec/Person.ts';
import { TelegramClient } from './telegramClient.ts';
import { expect, type TelegramProduct, test } from './telegramProduct.ts';

test.use({ viewport: { width: 390, height: 844 } });

const EVA = { id: 600_000_001, first_name: 'Eva', username: 'eva' };
const MIA = { id: 600_000_002, first_name: 'Mia', username: 'mia' };

const open = (page: Page, { baseUrl, botToken }: TelegramProduct, user = EVA, ageSeconds = 0) =>
  TelegramClient.mobile(page, baseUrl, { initData: signedInitData(botToken, user, ageSeconds) });

const storedId = (page: Page) => page.evaluate(() => localStorage.getItem('telegram_id'));
const balance = (page: Page) => page.getByRole('button', { name: /150 credits/ });

test('another account on the same phone does not get the session of the first account', async ({ page, product }) => {
  await open(page, product, EVA);
  await expect(balance(page)).toBeVisible();
  expect(await storedId(page)).toBe(String(EVA.id));
  await page.goto('about:blank');
  await open(page, product, MIA);
  await expect.poll(() => storedId(page)).toBe(String(MIA.id));
  await expect(balance(page)).toBeVisible();
});

test('an ordinary browser loads nothing of Telegram', async ({ browser, product }) => {
  const init_data = signedInitData(product.botToken, EVA);
  const person = await Person.signIn(product.baseUrl, String(EVA.id), { init_data });
  const context = await person.openBrowser(browser);
  const page = await context.newPage();
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  });
  await page.goto('/');
  await expect(balance(page)).toBeVisible();
  await page.getByRole('button', { name: 'Link OnlyFans Page' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const texts = await Promise.all(scripts.map((script) => script.text()));
  expect(texts.length).toBeGreaterThan(2);
  expect(texts.filter((text) => text.includes('web_app_ready'))).toEqual([]);
  expect(await page.evaluate(() => 'Telegram' in window)).toBe(false);
  await context.close();
});
