import sharp from 'sharp';
import type { FakePerson, ReceivedMessage } from '../../../backend/test/fakeBotApi/fakeTelegram.ts';
import { Device } from '../device.ts';
import { flyerJpeg } from '../flyerImages.ts';
import { signedInitData } from '../initData.ts';
import { linkByMainButton } from '../linkForm.ts';
import { TelegramClient } from '../telegramClient.ts';
import { expect, type TelegramProduct, test } from '../telegramProduct.ts';

test.use({ viewport: { width: 390, height: 844 } });

const FLYERS = 2;
const EVA: FakePerson = { id: 700_000_001, first_name: 'Eva', username: 'eva', language_code: 'en' };

const pictures = ({ botApi }: TelegramProduct): readonly ReceivedMessage[] =>
  botApi.telegram.messagesTo(EVA.id).filter(({ bytes }) => bytes !== null);

async function sendAlbum({ botApi }: TelegramProduct): Promise<void> {
  const hues = Array.from({ length: FLYERS }, (_, index) => 30 + index * 40);
  const photos = await Promise.all(hues.map(async (hue) => ({ bytes: await flyerJpeg(hue) })));
  const [first, ...others] = photos;
  if (!first) throw new Error('No flyers.');
  // An album has one caption, on its first picture.
  await botApi.telegram.sendAlbum(EVA, [{ ...first, caption: 'Three free days with Luna' }, ...others]);
}

/** The link in the bot's newest answer that opens an assistant. */
async function assistantLink({ botApi }: TelegramProduct): Promise<URL> {
  const links = () =>
    botApi.telegram.messagesTo(EVA.id).flatMap(({ button, text }) => {
      const url = button?.url ?? /https?:\/\/\S+expandAssistant=\S+/.exec(text)?.[0];
      return url?.includes('expandAssistant') ? [url] : [];
    });
  await expect.poll(() => links().length).toBeGreaterThan(0);
  return new URL(links().at(-1) ?? '');
}

test('a user does the whole job inside Telegram: sends an album, gets an album of screenshots [1-02]', async ({
  page,
  product,
}) => {
  const crashes: string[] = [];
  page.on('pageerror', (error) => crashes.push(String(error)));
  const device = await Device.requestLink(product.baseUrl, 'Luna Star');

  const telegram = await test.step('open the app from Telegram: signed in, with the bonus', async () => {
    const initData = signedInitData(product.botToken, { id: EVA.id, first_name: 'Eva', username: 'eva' });
    const client = await TelegramClient.mobile(page, product.baseUrl, { initData });
    await expect(page.getByRole('button', { name: /150 credits/ })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
    await expect(page.getByText('0 of 4 done')).toBeVisible();
    return client;
  });

  await test.step('link a page with the main button', async () => {
    await linkByMainButton(page, telegram, device);
    await expect(page.getByText('1 of 4 done')).toBeVisible();
  });

  const link = await test.step('send an album to the bot', async () => {
    await sendAlbum(product);
    const answered = await assistantLink(product);
    expect(answered.searchParams.get('view')).toBe('assistants');
    return answered;
  });

  await test.step('the waiting assistant is expanded; the flyers are posted', async () => {
    await page.goto(`${link.pathname}${link.search}`);
    await expect(page.getByRole('list', { name: 'Flyers to post' }).getByRole('listitem')).toHaveCount(FLYERS);
    await page.getByRole('checkbox', { name: device.pageName }).check();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Add to Queue' }).click();
    await expect(page.getByText(`${FLYERS} postings added to the queue.`)).toBeVisible();
    await page.getByRole('tab', { name: 'Queue', exact: true }).click();
    await page.getByRole('button', { name: 'Start Posting' }).click();
    await expect(page.getByRole('button', { name: 'Pause Posting' })).toBeVisible();
    for (let posted = 0; posted < FLYERS; posted++) await device.post();
  });

  await test.step('the bot sends the screenshots as one album', async () => {
    await expect.poll(() => pictures(product).length).toBe(FLYERS);
    const sent = pictures(product);
    expect(new Set(sent.map(({ kind }) => kind))).toEqual(new Set(['photo']));
    expect(new Set(sent.map(({ mediaGroupId }) => mediaGroupId)).size).toBe(1);
    expect(sent[0]?.mediaGroupId).not.toBeNull();
    for (const { bytes } of sent) {
      const { width = 0, height = 0 } = await sharp(bytes ?? undefined).metadata();
      expect(Math.min(width, height)).toBeGreaterThan(300);
    }
  });

  await test.step('after a click on Process screenshots the bot sends the screenshots again', async () => {
    await page.goto(`${link.pathname}${link.search}`);
    await page.getByRole('button', { name: 'Process screenshots and notify bot' }).click();
    await expect.poll(() => pictures(product).length).toBe(2 * FLYERS);
    expect(pictures(product)[FLYERS]?.bytes).toEqual(pictures(product)[0]?.bytes);
  });

  await test.step('the first steps are not shown any more', async () => {
    await page.goto('/?view=pages');
    await expect(page.getByText('Luna Star', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'First steps' })).toHaveCount(0);
  });
  expect(crashes).toEqual([]);
});
