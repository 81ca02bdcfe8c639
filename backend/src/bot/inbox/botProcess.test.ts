import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../../test/eventually.ts';
import { startSeparateProcess } from '../../../test/separateProcess.ts';
import { BOT_TOKEN } from '../../accounts/auth/proofs.fixture.ts';
import { urlOf } from '../../database/pool.ts';
import { useBot } from '../bot.testing.ts';

const bot = useBot();

test('a process with only the bot role, a webhook and no HEALTH_PORT runs until it is stopped, also after its database connections broke', async () => {
  const connections = () =>
    bot.rows<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE datname = current_database()');
  const ofTest = (await connections()).map(({ pid }) => pid);
  const main = JSON.stringify(join(import.meta.dirname, '../../main.ts'));
  const running = await startSeparateProcess(`console.log('starting'); await import(${main});`, {
    ROLE: 'bot',
    PUBLIC_URL: 'https://flyers.example',
    DATABASE_URL: urlOf(bot.context.db),
    BOT_TOKEN,
    TELEGRAM_API_ROOT: bot.fake.url,
    LOG_LEVEL: 'silent',
  });
  try {
    await eventually(
      () => bot.fake.calls.filter(({ method }) => method === 'setMyCommands').length,
      (calls) => calls === 2,
      90_000,
    );
    expect(bot.fake.feed.webhookUrl).toMatch(/^https:/);
    const ofProcess = async () => (await connections()).filter(({ pid }) => !ofTest.includes(pid));
    expect(await ofProcess()).not.toEqual([]);
    await eventually(
      async () => {
        for (const { pid } of await ofProcess()) await bot.rows('SELECT pg_terminate_backend($1)', [pid]);
        return ofProcess();
      },
      (connected) => connected.length === 0,
    );
    await sleep(1_000);
    expect(running.child.exitCode).toBeNull();
    expect(await running.stop()).toBe(0);
  } finally {
    await running.kill();
  }
});
