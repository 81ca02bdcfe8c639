import { deviceOf } from '../../../test/deviceCalls.ts';
import { repeatsOn } from '../../assistants/repeats/repeats.testing.ts';
import { inTransaction } from '../../database/transaction.ts';
import { useBot } from '../bot.testing.ts';
import { type BotScenario, buildBotScenario } from '../botScenario.testing.ts';
import { appLinkTo } from '../outbox/outbox.ts';
import { sendAlerts } from './alerts.ts';

const bot = useBot();
const link = appLinkTo('https://flyers.example');
const sweep = async () => {
  await inTransaction(bot.context.db, (db) => sendAlerts(db, link));
};
const spendAllCredits = async (scenario: BotScenario) => {
  await bot.rows('UPDATE users SET credits_balance = 3 WHERE id = $1', [scenario.ownerId]);
  await bot.rows('UPDATE pages SET paid_until = NULL WHERE owner_id = $1', [scenario.ownerId]);
  for (const page of scenario.pages) await deviceOf(bot.context.db, page).poll();
};
const firstLines = async (scenario: BotScenario) => (await sentTexts(scenario)).map((text) => text.split('\n')[0]);
const sentTexts = async ({ person }: { person: { id: number | string } }) =>
  (
    await bot.rows<{ text: string }>(
      `SELECT payload ->> 'text' AS text FROM bot_messages WHERE chat_id = $1 ORDER BY id`,
      [String(person.id)],
    )
  ).map(({ text }) => text);

describe('out of credits', () => {
  const resume = (scenario: BotScenario) =>
    bot.rows('UPDATE assistants SET pause_reason = NULL WHERE owner_id = $1', [scenario.ownerId]);
  const SENTENCE =
    'You are out of credits (3 left, 10 needed a page). Paused: Promo. Buy credits in the app, then resume.';

  test('is reported once for each pause at any number of checks, and again at the next pause', async () => {
    const scenario = await buildBotScenario(bot);
    await spendAllCredits(scenario);
    await Promise.all([sweep(), sweep(), sweep()]);
    await sweep();
    expect(await sentTexts(scenario)).toEqual([SENTENCE]);
    await bot.rows(`UPDATE assistants SET name = 'Promo', updated_at = now() WHERE id = $1`, [scenario.assistantId]);
    await sweep();
    expect(await sentTexts(scenario)).toHaveLength(1);
    // Resumed and paused again before the check: this is another pause.
    await resume(scenario);
    await spendAllCredits(scenario);
    await sweep();
    expect(await sentTexts(scenario)).toEqual([SENTENCE, SENTENCE]);
  });

  test('is not reported for a pause that has ended, or for a pause by the user', async () => {
    const scenario = await buildBotScenario(bot);
    await spendAllCredits(scenario);
    await resume(scenario);
    await bot.rows(`UPDATE assistants SET pause_reason = 'user' WHERE id = $1`, [scenario.assistantId]);
    await sweep();
    expect(await sentTexts(scenario)).toEqual([]);
  });
});

describe('a repeat', () => {
  const { dueRepeat, run, query } = repeatsOn(bot.server);
  const told = async (owner: { telegramId: string }) => {
    await Promise.all([sweep(), sweep()]);
    return (await sentTexts({ person: { id: owner.telegramId } })).map((text) =>
      text.split('\n').slice(0, 2).join(' '),
    );
  };

  test('that is skipped is reported once, with the reason, until a run succeeds', async () => {
    const repeat = await dueRepeat();
    await query('UPDATE pages SET unlinked_at = now() WHERE guid = $1', [repeat.page.guid]);
    const sentence = 'Not repeated: Evening. None of your linked pages match the chosen targets.';
    await run();
    expect(await told(repeat.owner)).toEqual([sentence]);
    await repeat.becomeDue();
    await run();
    expect(await told(repeat.owner)).toEqual([sentence]);
    await query('UPDATE pages SET unlinked_at = NULL WHERE guid = $1', [repeat.page.guid]);
    await repeat.becomeDue();
    await run();
    expect(await told(repeat.owner)).toEqual([sentence]);
    await query("UPDATE assistants SET pause_reason = 'user' WHERE id = $1", [repeat.id]);
    await repeat.becomeDue();
    await run();
    expect(await told(repeat.owner)).toEqual([
      sentence,
      'Not repeated: Evening. The assistant is paused. Resume it first.',
    ]);
  });

  test('that has ended is reported once; one that is paused or deleted is not', async () => {
    const [ended, paused] = [await dueRepeat({ max_runs: 1 }), await dueRepeat()];
    await query('UPDATE pages SET unlinked_at = now() WHERE guid = $1', [paused.page.guid]);
    await run();
    await query('UPDATE repeats SET paused_at = now() WHERE assistant_id = $1', [paused.id]);
    expect(await told(ended.owner)).toEqual([expect.stringMatching(/^The repeat has ended: Evening\./)]);
    expect(await told(ended.owner)).toHaveLength(1);
    expect(await told(paused.owner)).toEqual([]);
  });
});

describe('an offline page with pending postings', () => {
  const setMinutesSinceLastPoll = (scenario: BotScenario, minutes: number) =>
    bot.rows(`UPDATE pages SET last_polled_at = now() - $2 * interval '1 minute' WHERE owner_id = $1`, [
      scenario.ownerId,
      minutes,
    ]);
  const ageOfflineAlerts = () =>
    bot.rows(`UPDATE bot_alerts SET recorded_at = recorded_at - interval '2 minutes' WHERE kind = 'page_offline'`);
  const setWaitingMinutes = (scenario: BotScenario, minutes: number) =>
    bot.rows(
      `WITH switched AS (UPDATE users SET posting_switched_at = now() - $2 * interval '1 minute' WHERE id = $1)
       UPDATE page_postings SET status_since = now() - $2 * interval '1 minute' WHERE owner_id = $1`,
      [scenario.ownerId, minutes],
    );

  test('is reported once for each outage, with all offline pages of the user in one message', async () => {
    const scenario = await buildBotScenario(bot, { pages: 7, language: 'ru' });
    await setWaitingMinutes(scenario, 30);
    await setMinutesSinceLastPoll(scenario, 9);
    await sweep();
    expect(await sentTexts(scenario)).toEqual([]);
    await setMinutesSinceLastPoll(scenario, 11);
    await sweep();
    await ageOfflineAlerts();
    await Promise.all([sweep(), sweep()]);
    await sweep();
    const sentence =
      'Не в сети, а флаеры ждут: Page 1, Page 2, Page 3, Page 4, Page 5 и ещё 2. Пожалуйста, откройте браузер с расширением.';
    expect(await firstLines(scenario)).toEqual([sentence]);
    await setMinutesSinceLastPoll(scenario, 0);
    await sweep();
    await setMinutesSinceLastPoll(scenario, 11);
    await sweep();
    await ageOfflineAlerts();
    await sweep();
    expect(await sentTexts(scenario)).toHaveLength(2);
  });
});

describe('a page', () => {
  const LIMITED = "refusal_kind = 'rate_limited', refused_at = now(), paused_until = now() + interval '1 hour'";
  const change = (scenario: BotScenario, values: string) =>
    bot.rows(`UPDATE pages SET ${values} WHERE owner_id = $1`, [scenario.ownerId]);

  test.each([
    [
      "health = 'logged_out'",
      "health = 'ok'",
      'Not logged in: Page 1, Page 2. Nothing is posted there until you log in again in the browser of the page.',
    ],
    [
      "health = 'wrong_account'",
      "health = 'ok'",
      'Logged in with another account: Page 1, Page 2. Nothing is posted there until you log in with the account of the page.',
    ],
    [
      "health = 'site_changed'",
      "health = 'ok'",
      'The site pack does not fit the site: Page 1, Page 2. Nothing is posted there until it does. The page in the app says what is missing.',
    ],
    [
      LIMITED,
      "paused_until = NULL, refused_at = now() - interval '2 days'",
      'The site limits posts: Page 1, Page 2. Posting there is paused and continues automatically.',
    ],
  ])(
    'with %s is reported once until it is over, with all such pages of the user in one message',
    async (begin, end, sentence) => {
      const scenario = await buildBotScenario(bot, { pages: 2 });
      await change(scenario, begin);
      await Promise.all([sweep(), sweep()]);
      await sweep();
      expect(await firstLines(scenario)).toEqual([sentence]);
      await change(scenario, end);
      await sweep();
      await change(scenario, begin);
      await sweep();
      expect(await firstLines(scenario)).toEqual([sentence, sentence]);
    },
  );
});

describe('a post in doubt', () => {
  const doubt = async ({ pages: [page] }: BotScenario) => {
    const device = deviceOf(bot.context.db, page as never);
    const claimed = await device.claim();
    await device.submitting(claimed);
    await device.failed(claimed, 'Nothing happened.', 'no_effect');
    return claimed.id;
  };

  test('is reported once, and again when it is retried and in doubt again', async () => {
    const scenario = await buildBotScenario(bot);
    const sentence = 'A post may be live or not: Page 1. Please look at the page, then decide in the app.';
    const posting = await doubt(scenario);
    await Promise.all([sweep(), sweep()]);
    await sweep();
    expect(await firstLines(scenario)).toEqual([sentence]);
    await bot.rows("UPDATE page_postings SET status = 'pending', error_code = NULL WHERE id = $1", [posting]);
    expect(await doubt(scenario)).toBe(posting);
    await sweep();
    expect(await sentTexts(scenario)).toHaveLength(2);
  });
});

test("a worker's sweep sends the alert to the user", async () => {
  const scenario = await buildBotScenario(bot);
  await spendAllCredits(scenario);
  await bot.startWorking();
  await bot.rows(`SELECT graphile_worker.add_job('bot_sweep')`);
  const [alert] = await bot.messagesTo(scenario.person, 1);
  expect(alert?.text).toMatch(/^You are out of credits/);
});
