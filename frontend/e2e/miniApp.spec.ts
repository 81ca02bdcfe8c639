import type { Locator, Page } from '@playwright/test';
import { TELEGRAM_THEMES } from '../test/telegramThemes.ts';
import { axeViolations } from './axeViolations.ts';
import { Device } from './device.ts';
import { flyerJpeg } from './flyerImages.ts';
import { signedInitData } from './initData.ts';
import { linkSummary } from './linkForm.ts';
import { smallControls } from './smallControls.ts';
import { TelegramClient } from './telegramClient.ts';
import { expect, type TelegramProduct, test } from './telegramProduct.ts';

test.use({ viewport: { width: 390, height: 844 } });

let lastId = 500_000_000;
const newInitData = ({ botToken }: TelegramProduct, ageSeconds = 0) => {
  lastId += 1;
  return signedInitData(botToken, { id: lastId, first_name: 'Eva', username: `eva${lastId}` }, ageSeconds);
};

// Clients differ in how they exchange messages with the app.
for (const [where, open] of [
  ['in Telegram Web', TelegramClient.web],
  ['on a phone', TelegramClient.mobile],
] as const) {
  test(`${where} the app signs in automatically, says that it is ready, uses the full height and opens the tab that a link with startapp names; the back button closes a dialog, and the main button submits its form [1-01]`, async ({
    page,
    product,
  }) => {
    const initData = newInitData(product);
    const started = await open(page, product.baseUrl, { initData, startParam: 'view_credits' });
    const credits = started.app.getByRole('tab', { name: 'Credits', exact: true });
    await expect(credits).toHaveAttribute('aria-selected', 'true');
    await page.goto('about:blank');

    const telegram = await open(page, product.baseUrl, { initData });
    const { app } = telegram;
    await expect(app.getByRole('button', { name: /150 credits/ })).toBeVisible();
    expect(await app.evaluate(() => localStorage.getItem('telegram_id'))).toBe(String(lastId));
    expect(telegram.sent('ready')).toHaveLength(1);
    expect(telegram.sent('expand')).toHaveLength(1);
    expect(telegram.sent('setup_swipe_behavior')).toEqual([{ allow_vertical_swipe: false }]);

    const device = await Device.requestLink(product.baseUrl, 'Luna Star');
    await app.getByRole('button', { name: 'Link OnlyFans Page' }).click();
    const dialog = app.getByRole('dialog', { name: 'Link OnlyFans Page' });
    await expect(dialog).toBeVisible();
    await telegram.lastIs('setup_back_button', { is_visible: true });
    await telegram.lastIs('setup_main_button', { is_visible: true, is_active: false, text: 'Link Page' });
    await telegram.pressBack();
    await expect(dialog).toBeHidden();
    await telegram.lastIs('setup_back_button', { is_visible: false });
    await telegram.lastIs('setup_main_button', { is_visible: false });

    await app.getByRole('button', { name: 'Link OnlyFans Page' }).click();
    const token = dialog.getByPlaceholder('Paste your linking token here');
    await token.fill('no-such-token');
    await telegram.lastIs('setup_main_button', { is_active: true });
    await telegram.pressMain();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await telegram.lastIs('trigger_haptic_feedback', { type: 'notification', notification_type: 'error' });

    await token.fill(device.linkingToken);
    await expect(linkSummary(dialog)).toContainText('Luna Star');
    await telegram.pressMain();
    await telegram.lastIs('trigger_haptic_feedback', { type: 'notification', notification_type: 'success' });
    expect(telegram.sent('setup_main_button')).toContainEqual(
      expect.objectContaining({ text: 'Linking...', is_active: false, is_progress_visible: true }),
    );
    // After the documented full page load, the app is still inside Telegram, in its colours and signed in.
    await expect(app.getByText('Luna Star', { exact: true })).toBeVisible();
    await expect(app.locator('html')).toHaveAttribute('style', /--fd-accent/);
  });
}

const launch = (page: Page, product: TelegramProduct, options: Parameters<typeof TelegramClient.mobile>[2] = {}) =>
  TelegramClient.mobile(page, product.baseUrl, { initData: newInitData(product), ...options });

test("uses Telegram's colours, also when they change while it is open, and axe finds nothing in them", async ({
  page,
  product,
}) => {
  const telegram = await launch(page, product, { scheme: 'dark' });
  const { app } = telegram;
  await expect(app.getByRole('button', { name: 'Link OnlyFans Page' })).toBeVisible();
  const colorsOf = () =>
    app.evaluate(() => {
      const root = getComputedStyle(document.documentElement);
      const primary = document.querySelector('.ant-btn-primary');
      return {
        scheme: root.colorScheme,
        background: getComputedStyle(document.body).backgroundColor,
        text: root.getPropertyValue('--fd-text'),
        button: primary && getComputedStyle(primary).backgroundColor,
        accent: root.getPropertyValue('--fd-accent'),
      };
    });
  const dark = await colorsOf();
  expect(dark).toMatchObject({ scheme: 'dark', background: 'rgb(35, 46, 60)', text: '#f5f5f5' });
  expect(dark.button).toBe(rgbOf(dark.accent));
  expect(await axeViolations(page)).toEqual([]);
  await telegram.changeTheme('light');
  await expect.poll(async () => (await colorsOf()).background).toBe('rgb(240, 240, 245)');
  const light = await colorsOf();
  expect(light).toMatchObject({ scheme: 'light', text: TELEGRAM_THEMES.light.text_color });
  expect(light.button).toBe(rgbOf(light.accent));
  await app.getByRole('button', { name: 'Link OnlyFans Page' }).click();
  await expect(app.getByRole('dialog')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await telegram.lastIs('set_header_color', { color: '#ffffff' });
  await telegram.lastIs('set_background_color', { color: '#f0f0f5' });
});

test('asks once, after the first sign-in, whether the bot may write; who refuses finds the way back', async ({
  page,
  product,
}) => {
  lastId += 1;
  const eva = { id: lastId, first_name: 'Eva', username: 'eva', allows_write_to_pm: false };
  const initData = signedInitData(product.botToken, eva);
  const telegram = await launch(page, product, { initData, writeAccess: 'cancelled' });
  await expect.poll(() => telegram.sent('request_write_access')).toHaveLength(1);
  await page.goto('about:blank');
  const again = await launch(page, product, { initData, writeAccess: 'allowed' });
  await again.app.getByRole('button', { name: 'The bot cannot write to you' }).click();
  const dialog = again.app.getByRole('dialog', { name: 'Messages of the bot' });
  expect(again.sent('request_write_access')).toHaveLength(0);
  await dialog.getByRole('button', { name: 'Allow messages' }).click();
  await expect(dialog.getByText('Send it /settings')).toBeVisible();
  await again.pressBack();
  await expect(again.app.getByRole('button', { name: 'The bot cannot write to you' })).toHaveCount(0);
});

test('respects the safe areas, and adapts to the height of its window', async ({ page, product }) => {
  const telegram = await launch(page, product, { safeArea: { top: 47, bottom: 34, left: 0, right: 0 } });
  const { app } = telegram;
  await expect(app.getByRole('tablist', { name: 'Dashboard' })).toBeVisible();
  const topOf = async () => (await app.getByRole('banner').boundingBox())?.y;
  await expect.poll(topOf).toBe(47);
  await telegram.changeSafeArea({ top: 0, bottom: 0, left: 0, right: 0 });
  await expect.poll(topOf).toBe(0);
  await telegram.changeViewport(500);
  await expect
    .poll(() => app.evaluate(() => document.documentElement.style.getPropertyValue('--tg-viewport-stable-height')))
    .toBe('500px');
});

test('works in an old client that lacks features, without errors', async ({ page, product }) => {
  const warnings: string[] = [];
  page.on('console', (message) => {
    // The test's server has no https, so the browser logs warnings about mixed content.
    const isOurs = !message.text().startsWith('Mixed Content');
    if (isOurs && ['warning', 'error'].includes(message.type())) warnings.push(message.text());
  });
  page.on('pageerror', (error) => warnings.push(String(error)));
  const telegram = await launch(page, product, { version: '6.0' });
  const { app } = telegram;
  await app.getByRole('button', { name: 'Link OnlyFans Page' }).click();
  await expect(app.getByRole('dialog')).toBeVisible();
  await app.getByPlaceholder('Paste your linking token here').fill('token');
  await telegram.lastIs('setup_main_button', { is_visible: true });
  expect(telegram.sent('setup_back_button')).toEqual([]);
  expect(telegram.sent('setup_closing_behavior')).toEqual([]);
  expect(warnings).toEqual([]);
});

test('the back button opens the previous screen, or the dashboard when there is no previous screen', async ({
  page,
  product,
}) => {
  const telegram = await launch(page, product, { path: '/verify-link/no-such-token' });
  const { app } = telegram;
  await expect(app.getByRole('alert')).toBeVisible();
  await telegram.lastIs('setup_back_button', { is_visible: true });
  await telegram.pressBack();
  await expect(app.getByRole('tablist', { name: 'Dashboard' })).toBeVisible();
  await telegram.lastIs('setup_back_button', { is_visible: false });
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true });
  const [SAFE_TOP, SAFE_BOTTOM] = [47 + 46, 844 - 34];

  for (const scheme of ['light', 'dark'] as const) {
    test(`in ${scheme}, a new user has a flyer in the queue after 5 taps, on controls of 44 px between the bars of the phone`, async ({
      page,
      product,
    }) => {
      const device = await Device.requestLink(product.baseUrl, 'Luna Star');
      const telegram = await TelegramClient.mobile(page, product.baseUrl, {
        initData: newInitData(product),
        scheme,
        safeArea: { top: 47, bottom: 34, left: 0, right: 0 },
        contentSafeArea: { top: 46, bottom: 0, left: 0, right: 0 },
        scanned: `${product.baseUrl}/verify-link/${device.linkingToken}`,
      });
      let taps = 0;
      const beforeTap = async (control: Locator) => {
        await control.evaluate((element) => element.scrollIntoView({ block: 'center' }));
        expect.soft(await smallControls(page)).toEqual([]);
        expect.soft(await axeViolations(page)).toEqual([]);
        const { y, height } = (await control.boundingBox()) ?? { y: 0, height: 0 };
        expect.soft(y).toBeGreaterThanOrEqual(SAFE_TOP);
        expect.soft(y + height).toBeLessThanOrEqual(SAFE_BOTTOM);
        taps += 1;
      };
      const tap = async (control: Locator) => {
        await beforeTap(control);
        await control.tap();
      };
      const tapMain = async (text: string, seen: Locator) => {
        await telegram.lastIs('setup_main_button', { text, is_active: true, is_visible: true });
        await beforeTap(seen);
        await telegram.pressMain();
      };

      await tap(page.getByRole('button', { name: 'Scan the token' }));
      await expect(linkSummary(page)).toContainText('Luna Star');
      const reloaded = page.waitForEvent('load');
      await tapMain('Link Page', linkSummary(page));
      await reloaded;
      const steps = page.getByRole('region', { name: 'First steps' });
      await tap(steps.getByRole('button', { name: 'New post' }));
      const dialog = page.getByRole('dialog', { name: 'New post' });
      const opened = page.waitForEvent('filechooser');
      await tap(dialog.getByText('Add flyers', { exact: true }));
      await (await opened).setFiles({ name: 'flyer.jpg', mimeType: 'image/jpeg', buffer: await flyerJpeg() });
      await expect(dialog.getByLabel('Text of flyer 1')).toBeFocused();
      await page.keyboard.type('Tonight at six');
      await tapMain('Queue', dialog.getByLabel('Text of flyer 1'));
      await expect(dialog.getByText('1 posting added to the queue.')).toBeVisible();
      expect(taps).toBe(5);
    });
  }
});

const rgbOf = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;
