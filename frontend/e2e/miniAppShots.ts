import path from 'node:path';
import type { Page } from '@playwright/test';
import type { TelegramScheme } from '../test/telegramThemes.ts';
import { Device } from './device.ts';
import { flyerJpeg } from './flyerJpeg.ts';
import { signedInitData } from './initData.ts';
import { linkInTwoSteps } from './linkForm.ts';
import { TelegramClient } from './telegramClient.ts';
import { expect, type TelegramProduct, test } from './telegramProduct.ts';

/** Pictures of the mini app on phones, in the colours of Telegram's themes. Pictures of the web app: `shots.ts`. */
const FOLDER = process.env.SHOTS_DIR ?? path.join(import.meta.dirname, '../test-results/shots');
const ONLY = process.env.SHOTS_ONLY ?? '';
const PHONES = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
] as const;
const HOUR_SECONDS = 3_600;

interface Shot {
  readonly name: string;
  readonly ageSeconds?: number;
  /** Runs before the app is opened. */
  prepare?(page: Page, product: TelegramProduct, id: number): Promise<void>;
  open(page: Page, product: TelegramProduct): Promise<void>;
}

async function sendAlbum({ botApi }: TelegramProduct, id: number): Promise<void> {
  const [first, ...others] = await Promise.all([30, 110, 250].map(async (hue) => ({ bytes: await flyerJpeg(hue) })));
  if (!first) return;
  const caption = 'Three free days with Luna, only this weekend: say hello and get a gift';
  await botApi.telegram.sendAlbum({ id, first_name: 'Eva', username: 'eva' }, [{ ...first, caption }, ...others]);
  await expect.poll(() => botApi.telegram.messagesTo(id).length, { timeout: 30_000 }).toBeGreaterThan(0);
}

async function linkPage(page: Page, { baseUrl }: TelegramProduct): Promise<void> {
  const device = await Device.requestLink(baseUrl, 'Luna Star');
  await page.getByRole('button', { name: 'Link OnlyFans Page' }).click();
  const reloaded = page.waitForEvent('load');
  await page.getByPlaceholder('Paste your linking token here').fill(device.linkingToken);
  await linkInTwoSteps(page.getByRole('dialog'));
  await reloaded;
  await expect(page.getByText('Luna Star', { exact: true })).toBeVisible();
}

const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

const SHOTS: readonly Shot[] = [
  {
    name: 'first steps',
    open: (page) => expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible(),
  },
  {
    name: 'first steps half way',
    async open(page, product) {
      await linkPage(page, product);
      await expect(page.getByText('2 of 4 done')).toBeVisible();
      await page.getByText('2 of 4 done').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'link a page',
    async open(page) {
      await page.getByRole('button', { name: 'Link OnlyFans Page' }).click();
      await page.getByPlaceholder('Paste your linking token here').fill('ab12-cd34');
    },
  },
  {
    name: 'stale proof',
    ageSeconds: 2 * HOUR_SECONDS,
    open: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
  {
    name: 'no network',
    async prepare(page) {
      await page.route('**/api/**', (route) => route.abort());
    },
    open: (page) => expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible(),
  },
  {
    name: 'assistant',
    prepare: (_, product, id) => sendAlbum(product, id),
    async open(page, product) {
      await linkPage(page, product);
      await openTab(page, 'Assistants');
      const card = page.getByRole('button', { name: /^Flyers 20/ }).first();
      if ((await card.getAttribute('aria-expanded')) === 'false') await card.click();
      await expect(page.getByRole('button', { name: 'Add to Queue' })).toBeVisible();
    },
  },
  {
    name: 'preset',
    async open(page) {
      await openTab(page, 'Presets');
      await page.getByRole('button', { name: 'Create Preset' }).first().click();
      await page.getByLabel('Preset name').fill('Weekend');
    },
  },
  {
    name: 'queue',
    open: (page) => openTab(page, 'Queue'),
  },
  {
    name: 'credits',
    open: (page) => openTab(page, 'Credits'),
  },
];

let lastId = 900_000_000;

for (const shot of SHOTS.filter(({ name }) => `mini app ${name}`.includes(ONLY))) {
  for (const scheme of ['light', 'dark'] as const satisfies readonly TelegramScheme[]) {
    test(`mini app ${shot.name}, ${scheme}`, async ({ browser, product }) => {
      lastId += 1;
      const id = lastId;
      const context = await browser.newContext({ viewport: PHONES[0] });
      const page = await context.newPage();
      await shot.prepare?.(page, product, id);
      const user = { id, first_name: 'Eva', username: 'eva' };
      const initData = signedInitData(product.botToken, user, shot.ageSeconds ?? 0);
      await TelegramClient.mobile(page, product.baseUrl, { initData, scheme });
      await shot.open(page, product);
      await page.waitForTimeout(500);
      for (const viewport of PHONES) {
        await page.setViewportSize(viewport);
        const file = `mini-app-${shot.name.replaceAll(' ', '-')}-${viewport.width}-${scheme}.png`;
        await page.screenshot({ path: path.join(FOLDER, file), fullPage: true });
      }
      await context.close();
    });
  }
}
