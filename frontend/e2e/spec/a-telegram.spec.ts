import type { FakePerson } from '../../../backend/demo/fakeBotApi/fakeTelegram.ts';
import { flyerJpeg } from '../flyerJpeg.ts';
import { signedInitData, signedWidgetQuery } from '../initData.ts';
import { ownTabCallback } from '../loginCallback.ts';
import { TelegramClient } from '../telegramClient.ts';
import { expect, type TelegramProduct, test } from '../telegramProduct.ts';

let lastId = 300_000_000;
const newTelegramUser = (): FakePerson => {
  lastId += 1;
  return { id: lastId, first_name: 'Eva', username: `eva${lastId}`, language_code: 'en' };
};
const initDataOf = ({ botToken }: TelegramProduct, { id, first_name, username = '' }: FakePerson) =>
  signedInitData(botToken, { id, first_name, username });

test('Users sign in with their messaging-platform identity. [1-01]', async ({ page, product }) => {
  const person = newTelegramUser();
  await TelegramClient.mobile(page, product.baseUrl, { initData: initDataOf(product, person) });
  await expect(page.getByRole('button', { name: /150 credits/ })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('telegram_id'))).toBe(String(person.id));
});

test('… send flyers through a bot in the messaging platform or through the web interface … [1-02]', async ({
  page,
  product,
}) => {
  const person = newTelegramUser();
  const { telegram } = product.botApi;
  await telegram.sendPhoto(person, { bytes: await flyerJpeg(30), caption: 'Sent to the bot' });
  await expect.poll(() => telegram.messagesTo(person.id).length, { timeout: 30_000 }).toBe(1);
  const [answer] = telegram.messagesTo(person.id);
  expect(answer?.text).toMatch(/^Added 1 flyer to /);
  const link = new URL(/https?:\/\/\S+/.exec(answer?.text ?? '')?.[0] ?? '');

  const path = `${link.pathname}${link.search}`;
  await TelegramClient.mobile(page, product.baseUrl, { initData: initDataOf(product, person), path });
  const flyers = page.getByRole('list', { name: 'Flyers to post' }).getByRole('listitem');
  await expect(flyers).toHaveCount(1);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'web.jpg', mimeType: 'image/jpeg', buffer: await flyerJpeg(200) });
  await expect(flyers).toHaveCount(2);
  await expect(flyers.getByRole('textbox').first()).toHaveValue('Sent to the bot');
});

test('The messaging-platform widget login redirects to /auth/callback and passes its data to the login function … [7.1-06]', async ({
  page,
  product,
}) => {
  const { id, first_name, username = '' } = newTelegramUser();
  const query = signedWidgetQuery(product.botToken, { id, first_name, username });
  const sent = page.waitForRequest(
    (request) => request.url().endsWith('/api/auth/telegram') && request.postDataJSON().telegram_id === String(id),
  );
  await page.goto(await ownTabCallback(page, query));
  const body = (await sent).postDataJSON();
  expect(body).toEqual({
    telegram_id: String(id),
    username,
    first_name,
    last_name: '',
    widget: Object.fromEntries(new URLSearchParams(query)),
  });
  await expect(page.getByRole('button', { name: /150 credits/ })).toBeVisible();
});
