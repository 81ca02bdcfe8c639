import path from 'node:path';
import { DEMO_ADMIN_TELEGRAM_ID } from '../src/auth/users.service.ts';
import { type Config, readConfig } from '../src/config.ts';
import { exitStatusOf, sentenceOf } from '../src/faults.ts';
import { createLogger } from '../src/logger.ts';
import { startProduct } from '../src/startProduct.ts';
import { chatInTerminal } from './botTerminal.ts';
import { startFakeBotApi } from './fakeBotApi/fakeBotApi.ts';

/** Works only with the Bot API server of this process. */
const TOKEN = '100000000:demo-token-of-a-bot-that-is-not-there';
const USERNAME = 'flyerdeck_demo_bot';

const settings = (apiRoot: string): Config => ({
  ...readConfig({
    ...process.env,
    AUTH_MODE: 'mock',
    ROLE: 'all',
    BOT_TOKEN: TOKEN,
    BOT_USERNAME: USERNAME,
    TELEGRAM_API_ROOT: apiRoot,
    PUBLIC_URL: '',
  }),
  // Starts the demo's pages too, so that flyers that were sent to the bot are posted and their screenshots come
  // back.
  demo: true,
});

/** The demo with a chat: the bot runs in this terminal, the web app at the printed address. */
async function main(): Promise<void> {
  const fake = await startFakeBotApi({ token: TOKEN, username: USERNAME });
  const config = settings(fake.url);
  const product = await startProduct(config, createLogger(process.env.LOG_LEVEL ? config.logLevel : 'warn'));
  const stop = async () => {
    await product.stop();
    await fake.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
  process.stdout.write(`Flyerdeck is running at ${product.address}\n`);
  const { LANG = '' } = process.env;
  await chatInTerminal({
    telegram: fake.telegram,
    person: {
      id: Number(DEMO_ADMIN_TELEGRAM_ID),
      first_name: 'Demo',
      last_name: 'Admin',
      username: 'demo_admin',
      language_code: LANG.startsWith('ru') ? 'ru' : 'en',
    },
    input: process.stdin,
    output: process.stdout,
    imagesFolder: path.join(config.dataDir, 'bot-pictures'),
  });
  await stop();
}

await main().catch((error: unknown) => {
  process.stderr.write(`${sentenceOf(error) ?? (error as Error).stack}\n`);
  process.exit(exitStatusOf(error));
});
