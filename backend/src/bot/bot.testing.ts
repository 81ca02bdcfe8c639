import { eventually } from '../../test/eventually.ts';
import { type FakeBotApi, startFakeBotApi } from '../../test/fakeBotApi/fakeBotApi.ts';
import type { FakePerson, ReceivedMessage } from '../../test/fakeBotApi/fakeTelegram.ts';
import { type TestServer, useTestServer } from '../../test/testServer.ts';
import { BOT_TOKEN } from '../accounts/auth/proofs.fixture.ts';
import type { AppContext } from '../context.ts';
import type { ScreenshotTaker } from '../postings/screenshots/screenshotTaker.ts';
import { startWorker, type WorkerPace } from '../worker.ts';
import { type RunningBot, startBot } from './inbox/startBot.ts';
import { createTelegram } from './outbox/telegram.ts';

export interface BotTest {
  readonly server: TestServer;
  readonly fake: FakeBotApi;
  readonly context: AppContext;
  /** Starts the bot role, which fetches updates. Stopped after each test. */
  startReceiving(config?: Partial<AppContext['config']>): RunningBot;
  /** Starts a worker with the bot's jobs. Stopped after each test. Several may run. */
  startWorking(take?: ScreenshotTaker['take']): Promise<{ stop(): Promise<void> }>;
  /** A Telegram user with a new id. */
  person(of?: Partial<FakePerson>): FakePerson;
  /** Waits for at least `count` messages in a user's chat and returns all of them. */
  messagesTo(person: FakePerson, count: number): Promise<readonly ReceivedMessage[]>;
  rows<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
}

/** Short intervals, so that no test waits for them. */
export const QUICK_WORKER: WorkerPace = { pollIntervalMs: 50, restartAfterMs: 50 };

/** The product's bot with a fake Bot API over HTTP and a real Postgres. Buttons open `publicUrl`. */
export function useBot({
  publicUrl = 'http://flyers.example',
  answerTimeoutSeconds = 2,
  settings = {},
}: {
  publicUrl?: string;
  answerTimeoutSeconds?: number;
  settings?: Record<string, string>;
} = {}): BotTest {
  const env: Record<string, string> = { BOT_TOKEN, BOT_USERNAME: 'flyerdeck_bot', PUBLIC_URL: publicUrl, ...settings };
  let fake: FakeBotApi | undefined;
  beforeAll(async () => {
    fake = await startFakeBotApi({ token: BOT_TOKEN });
    env.TELEGRAM_API_ROOT = fake.url;
  });
  const server = useTestServer(env);
  const stops: (() => Promise<void>)[] = [];
  let nextPerson = Math.floor(Math.random() * 1e8) * 10_000 + 1;

  afterEach(async () => {
    fake?.faults.clear();
    for (const stop of stops.splice(0).reverse()) await stop();
    await server.context.pool.query('DELETE FROM graphile_worker._private_jobs');
  });
  afterAll(() => fake?.stop());

  const existing = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('the fake Telegram starts in beforeAll');
    return value;
  };
  const test: BotTest = {
    server,
    get fake() {
      return existing(fake);
    },
    get context() {
      return server.context;
    },
    startReceiving(config = {}) {
      const bot = startBot({ ...test.context, config: { ...test.context.config, publicUrl: null, ...config } });
      if (!bot) throw new Error('the bot is off');
      stops.push(() => bot.stop());
      return bot;
    },
    async startWorking(take = () => Promise.reject(new Error('no pictures here'))) {
      const { config, logger } = test.context;
      const stopping = new AbortController();
      const telegram = createTelegram({ ...config, botToken: BOT_TOKEN }, logger, { answerTimeoutSeconds });
      const bot = { telegram, baseUrl: publicUrl, stopping: stopping.signal };
      const worker = await startWorker(test.context, { screenshotTaker: { take }, bot }, QUICK_WORKER);
      const stop = async () => {
        stopping.abort();
        await worker.stop();
      };
      stops.push(stop);
      return { stop };
    },
    person: (of = {}) => ({ id: nextPerson++, first_name: 'Anna', username: 'anna_o', language_code: 'en', ...of }),
    messagesTo: (person, count) =>
      eventually(
        () => test.fake.telegram.messagesTo(person.id),
        (messages) => messages.length >= count,
      ),
    async rows(sql, values = []) {
      return (await server.context.pool.query(sql, values)).rows;
    },
  };
  return test;
}

export const textsOf = (messages: readonly ReceivedMessage[]) => messages.map(({ text }) => text);
