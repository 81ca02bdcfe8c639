import { eventually } from '../../../test/eventually.ts';
import { BOT_TOKEN } from '../../accounts/auth/proofs.fixture.ts';
import { botTokenRefused } from '../../metrics.ts';
import { readableLogger } from '../../server/http/smallServer.testing.ts';
import { useBot } from '../bot.testing.ts';
import { createTelegram } from '../outbox/telegram.ts';
import { startBot } from './startBot.ts';
import { webhookSecret } from './webhook.routes.ts';

const bot = useBot({ publicUrl: 'https://flyers.example' });
const storedUpdates = () => bot.rows<{ update_id: string }>('SELECT update_id FROM bot_updates ORDER BY update_id');
const deleteUpdates = () => bot.rows('DELETE FROM bot_updates');
const countCalls = (method: string) => bot.fake.calls.filter((call) => call.method === method).length;
const waitForCalls = (method: string, more: number) =>
  eventually(
    () => countCalls(method),
    (calls) => calls >= more,
  );
const waitForUpdates = (count: number) => eventually(storedUpdates, (rows) => rows.length === count);

beforeEach(async () => {
  // An earlier test may have ended before its last update was acknowledged: it would be delivered again.
  bot.fake.telegram.updatesFrom(Number.MAX_SAFE_INTEGER, 0);
  bot.fake.feed.deleteWebhook();
  await deleteUpdates();
});

describe('long polling', () => {
  test('an update is acknowledged only after it was stored, and is fetched again when storing it failed', async () => {
    await bot.rows('ALTER TABLE bot_updates RENAME TO out_of_reach');
    bot.startReceiving();
    const { update_id } = bot.fake.telegram.sendText(bot.person(), '/help');
    await waitForCalls('getUpdates', 2);
    expect(bot.fake.telegram.updatesFrom(0, 10).map((update) => update.update_id)).toContain(update_id);
    await bot.rows('ALTER TABLE out_of_reach RENAME TO bot_updates');
    await waitForUpdates(1);
    await eventually(
      () => bot.fake.telegram.updatesFrom(0, 10).length,
      (waiting) => waiting === 0,
    );
  });

  test('texts with null characters, lone surrogates and backslashes are stored, and later updates are received', async () => {
    bot.startReceiving();
    await bot.startWorking();
    const anna = bot.person();
    for (const text of ['a\0b', 'typed: \\u0000', 'half \ud83d of one', '\\', '"'])
      bot.fake.telegram.sendText(anna, text);
    bot.fake.telegram.sendText(anna, '/new \\u0000 "quoted"');
    const replies = await bot.messagesTo(anna, 6);
    expect(replies[5]?.text).toBe('"\\u0000 "quoted"" is ready: send me its flyers.');
  });

  test('one process receives updates, and a second one starts receiving when the first has stopped', async () => {
    const first = bot.startReceiving();
    await waitForCalls('getUpdates', 1);
    bot.startReceiving();
    const before = countCalls('getUpdates');
    for (let i = 0; i < 5; i++) bot.fake.telegram.sendText(bot.person(), '/help');
    await waitForUpdates(5);
    // One process sends one request per update. Two would abort each other's requests and send many more.
    expect(countCalls('getUpdates') - before).toBeLessThanOrEqual(6);
    await first.stop();
    bot.fake.telegram.sendText(bot.person(), '/help');
    await waitForUpdates(6);
  });

  test('a refused token is one error in the log, for receiving and sending, and in the metrics; the web is still served [S16.5-4]', async () => {
    const { lines, text, logger } = readableLogger();
    const isRefused = async () => (await botTokenRefused.get()).values[0]?.value;
    const withToken = (botToken: string) => ({ ...bot.context.config, publicUrl: null, botToken });
    const running = startBot({ ...bot.context, logger, config: withToken('1:wrong') });
    try {
      await eventually(isRefused, (value) => value === 1);
      const { api, circuitBreaker } = createTelegram(withToken('1:wrong'), logger);
      await expect(circuitBreaker.run(() => api.getMe())).rejects.toThrow('401 Unauthorized');
      const errors = lines().filter(({ level }) => Number(level) >= 50);
      expect(errors).toEqual([expect.objectContaining({ msg: expect.stringContaining('Telegram refuses BOT_TOKEN') })]);
      expect(text()).not.toContain('1:wrong');
      expect((await fetch(`${bot.server.baseUrl}/healthz`)).status).toBe(200);
    } finally {
      await running?.stop();
    }
    bot.startReceiving();
    await eventually(isRefused, (value) => value === 0);
  });

  test('a stop ends a long poll, and a backoff', async () => {
    const calls = countCalls('getUpdates');
    const polling = bot.startReceiving();
    await waitForCalls('getUpdates', calls + 1);
    await polling.stop();
    bot.fake.faults.plan({ fault: { kind: 'server_error' } });
    const failed = bot.fake.calls.length;
    const waiting = bot.startReceiving();
    // Two more calls: the first one was answered with an error.
    await eventually(
      () => bot.fake.calls.length,
      (now) => now >= failed + 2,
    );
    await waiting.stop();
  });
});

describe('a webhook', () => {
  const post = (secret: string | null, body: unknown = { update_id: 5 }) =>
    fetch(`${bot.server.baseUrl}/api/telegram/webhook`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(secret === null ? {} : { 'X-Telegram-Bot-Api-Secret-Token': secret }),
      },
      body: JSON.stringify(body),
    });

  test.each([null, '', 'wrong', webhookSecret(`${BOT_TOKEN}x`), `${webhookSecret(BOT_TOKEN)} `.repeat(2)])(
    'with the wrong secret %j is refused and nothing is stored',
    async (secret) => {
      const response = await post(secret);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ code: 'webhook.unauthorized' });
      expect(await storedUpdates()).toEqual([]);
    },
  );

  test('with the right secret is stored once, also when it is delivered three times', async () => {
    for (let time = 0; time < 3; time++) expect((await post(webhookSecret(BOT_TOKEN))).status).toBe(200);
    expect(await storedUpdates()).toEqual([{ update_id: '5' }]);
  });

  test('is set when PUBLIC_URL is https; updates are answered, and delivered again after a failure', async () => {
    bot.fake.feed.deliverTo = bot.server.baseUrl;
    await bot.startWorking();
    bot.startReceiving({ publicUrl: 'https://flyers.example' });
    await eventually(
      () => bot.fake.feed.webhookUrl,
      (url) => url === 'https://flyers.example/api/telegram/webhook',
    );
    const callsBefore = countCalls('getUpdates');
    await bot.rows('ALTER TABLE bot_updates RENAME TO out_of_reach');
    const anna = bot.person();
    bot.fake.telegram.sendText(anna, '/help');
    bot.fake.telegram.sendText(anna, '/balance');
    await new Promise((resolve) => setTimeout(resolve, 500));
    await bot.rows('ALTER TABLE out_of_reach RENAME TO bot_updates');
    const replies = await bot.messagesTo(anna, 2);
    expect(replies[1]?.text).toMatch(/^Your balance/);
    expect(countCalls('getUpdates')).toBe(callsBefore);
  });
});
