import { test as base } from '@playwright/test';
import { type FakeBotApi, startFakeBotApi } from '../../backend/test/fakeBotApi/fakeBotApi.ts';
import { type Product, startProduct } from './product.ts';

const BOT_TOKEN = '4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcK';

export interface TelegramProduct extends Product {
  readonly botToken: string;
  /** The fake Bot API with the users' chats. */
  readonly botApi: FakeBotApi;
}

/** The product with production settings: sign-in by Telegram's proofs only, and a bot with a fake Bot API. */
export const test = base.extend<object, { product: TelegramProduct }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from its first parameter.
    async ({}, use) => {
      const botApi = await startFakeBotApi({ token: BOT_TOKEN });
      const product = await startProduct({
        settings: {
          AUTH_MODE: 'telegram',
          HOST: '127.0.0.1',
          BOT_TOKEN,
          TELEGRAM_API_ROOT: botApi.url,
        },
      });
      await use({ ...product, botToken: BOT_TOKEN, botApi });
      await product.stop();
      await botApi.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ product }, use) => use(product.baseUrl),
});

export { expect } from '@playwright/test';
