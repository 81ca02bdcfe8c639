import { join } from 'node:path';
import { type SeparateProcess, startSeparateProcess } from '../../../test/separateProcess.ts';
import { BOT_TOKEN } from '../../accounts/auth/proofs.fixture.ts';
import { urlOf } from '../../database/pool.ts';
import { textsOf, useBot } from '../bot.testing.ts';
import { numbered, useOutbox } from './outbox.testing.ts';

const bot = useBot({ answerTimeoutSeconds: 1 });
const { waitUntilSent, outboxOf, queueTexts, newPerson } = useOutbox(bot);

/** Each test uses the process that the one before has started, because a start takes much longer than a test. */
describe('a process that sends messages', () => {
  let running: SeparateProcess | null = null;
  const start = async () => {
    if (running) return running;
    const main = JSON.stringify(join(import.meta.dirname, '../../main.ts'));
    running = await startSeparateProcess(`console.log('starting'); await import(${main});`, {
      ROLE: 'worker',
      PUBLIC_URL: 'https://flyers.example',
      DATABASE_URL: urlOf(bot.context.db),
      BOT_TOKEN,
      TELEGRAM_API_ROOT: bot.fake.url,
      LOG_LEVEL: 'silent',
    });
    return running;
  };
  /** Makes the heartbeats of the killed process a minute old, so that the next process frees its jobs immediately. */
  const kill = async () => {
    await running?.kill();
    running = null;
    await bot.rows(`UPDATE worker_heartbeats SET seen_at = now() - interval '1 minute'`);
  };
  const stop = async () => {
    const status = await running?.stop();
    running = null;
    return status;
  };
  afterAll(stop);

  test('killed after Telegram accepted a message and before this was recorded: it arrives twice and is marked as in doubt', async () => {
    const anna = newPerson();
    bot.fake.faults.plan({ fault: { kind: 'slow', ms: 4_000 }, method: 'sendMessage', after: 1, times: 1 });
    await queueTexts(anna, numbered(3));
    await start();
    await bot.messagesTo(anna, 2);
    await kill();
    await start();
    await waitUntilSent(anna);
    expect(textsOf(bot.fake.telegram.messagesTo(anna.id))).toEqual([
      'message 1',
      'message 2',
      'message 2',
      'message 3',
    ]);
    expect((await outboxOf(anna)).map(({ in_doubt }) => in_doubt)).toEqual([false, true, false]);
  });

  test('stopped while it sends a message: it waits for the response, sends no other, and no message arrives twice', async () => {
    const anna = newPerson();
    bot.fake.faults.plan({ fault: { kind: 'slow', ms: 1_200 }, method: 'sendMessage', after: 1, times: 1 });
    await queueTexts(anna, numbered(5));
    await start();
    await bot.messagesTo(anna, 2);
    expect(await stop()).toBe(0);
    expect(bot.fake.telegram.messagesTo(anna.id)).toHaveLength(2);
    expect((await outboxOf(anna)).map(({ state }) => state)).toEqual(['sent', 'sent', 'waiting', 'waiting', 'waiting']);
    await bot.startWorking();
    await waitUntilSent(anna);
    expect(textsOf(bot.fake.telegram.messagesTo(anna.id))).toEqual(numbered(5));
    expect((await outboxOf(anna)).some(({ in_doubt }) => in_doubt)).toBe(false);
  });
});
