import { deviceOf } from '../../test/deviceCalls.ts';
import { inTransaction } from '../database/transaction.ts';
import { alertOfflinePages, alertOutOfCredits } from './alerts.ts';
import { appLinkTo } from './appLink.ts';
import { useBot } from './bot.testing.ts';
import { queuedStory, type Story } from './botStory.testing.ts';

const bot = useBot();
const link = appLinkTo('https://flyers.example');
const sweep = async () => {
  await inTransaction(bot.context.db, (db) => alertOutOfCredits(db, link));
  await inTransaction(bot.context.db, (db) => alertOfflinePages(db, link));
};
const said = async ({ person }: Story) =>
  (
    await bot.rows<{ text: string }>(
      `SELECT payload ->> 'text' AS text FROM bot_messages WHERE chat_id = $1 ORDER BY id`,
      [String(person.id)],
    )
  ).map(({ text }) => text);

describe('out of credits', () => {
  const runOut = async (story: Story) => {
    await bot.rows('UPDATE users SET credits_balance = 3 WHERE id = $1', [story.ownerId]);
    await bot.rows('UPDATE pages SET paid_until = NULL WHERE owner_id = $1', [story.ownerId]);
    for (const page of story.pages) await deviceOf(bot.context.db, page).poll();
  };
  const resume = (story: Story) =>
    bot.rows('UPDATE assistants SET pause_reason = NULL WHERE owner_id = $1', [story.ownerId]);
  const SENTENCE =
    'You are out of credits (3 left, 10 needed a page). Paused: Promo. Buy credits in the app, then resume.';

  test('is reported once for each pause, however often the check runs, and again at the next pause', async () => {
    const story = await queuedStory(bot);
    await runOut(story);
    await Promise.all([sweep(), sweep(), sweep()]);
    await sweep();
    expect(await said(story)).toEqual([SENTENCE]);
    await bot.rows(`UPDATE assistants SET name = 'Promo', updated_at = now() WHERE id = $1`, [story.assistantId]);
    await sweep();
    expect(await said(story)).toHaveLength(1);
    // Resumed and paused again before the check: this is another pause.
    await resume(story);
    await runOut(story);
    await sweep();
    expect(await said(story)).toEqual([SENTENCE, SENTENCE]);
  });

  test('is not reported for a pause that is over, nor for one by the user', async () => {
    const story = await queuedStory(bot);
    await runOut(story);
    await resume(story);
    await bot.rows(`UPDATE assistants SET pause_reason = 'user' WHERE id = $1`, [story.assistantId]);
    await sweep();
    expect(await said(story)).toEqual([]);
  });
});

describe('a page that is offline with work waiting', () => {
  const heardAgo = (story: Story, minutes: number) =>
    bot.rows(`UPDATE pages SET last_polled_at = now() - $2 * interval '1 minute' WHERE owner_id = $1`, [
      story.ownerId,
      minutes,
    ]);
  const twoMinutesPass = () =>
    bot.rows(`UPDATE bot_alerts SET recorded_at = recorded_at - interval '2 minutes' WHERE kind = 'page_offline'`);
  const waitingFor = (story: Story, minutes: number) =>
    bot.rows(
      `WITH switched AS (UPDATE users SET posting_switched_at = now() - $2 * interval '1 minute' WHERE id = $1)
       UPDATE page_postings SET status_since = now() - $2 * interval '1 minute' WHERE owner_id = $1`,
      [story.ownerId, minutes],
    );

  test('is not reported right after an outage of the server: its pages get time to poll', async () => {
    const story = await queuedStory(bot);
    await waitingFor(story, 30);
    await heardAgo(story, 30);
    await sweep();
    await heardAgo(story, 0);
    await sweep();
    await twoMinutesPass();
    await sweep();
    expect(await said(story)).toEqual([]);
  });

  test('is reported once for each outage, all pages of a person in one message, and again at the next outage', async () => {
    const story = await queuedStory(bot, { pages: 7, language: 'ru' });
    await waitingFor(story, 30);
    await heardAgo(story, 9);
    await sweep();
    expect(await said(story)).toEqual([]);
    await heardAgo(story, 11);
    await sweep();
    await twoMinutesPass();
    await Promise.all([sweep(), sweep()]);
    await sweep();
    const sentence =
      'Не в сети, а флаеры ждут: Page 1, Page 2, Page 3, Page 4, Page 5 и ещё 2. Пожалуйста, откройте браузер с расширением.';
    expect((await said(story)).map((text) => text.split('\n')[0])).toEqual([sentence]);
    await heardAgo(story, 0);
    await sweep();
    await heardAgo(story, 11);
    await sweep();
    await twoMinutesPass();
    await sweep();
    expect(await said(story)).toHaveLength(2);
  });

  test.each<[string, string]>([
    ['the switch is off', 'UPDATE users SET is_posting_active = false WHERE id = $1'],
    ['the switch was only just turned on', 'UPDATE users SET posting_switched_at = now() WHERE id = $1'],
    ['the account is deactivated', 'UPDATE users SET is_active = false WHERE id = $1'],
    ['the page was unlinked', 'UPDATE pages SET unlinked_at = now() WHERE owner_id = $1'],
    ['the assistant is paused', `UPDATE assistants SET pause_reason = 'user' WHERE owner_id = $1`],
    ['the work came only just now', 'UPDATE page_postings SET status_since = now() WHERE owner_id = $1'],
  ])('is not told while %s', async (_, change) => {
    const story = await queuedStory(bot);
    await waitingFor(story, 30);
    await heardAgo(story, 30);
    await bot.rows(change, [story.ownerId]);
    await sweep();
    await twoMinutesPass();
    await sweep();
    expect(await said(story)).toEqual([]);
  });
});

test('an alert reaches the person through the minute sweep of a worker', async () => {
  const story = await queuedStory(bot);
  await bot.rows('UPDATE users SET credits_balance = 3 WHERE id = $1', [story.ownerId]);
  await bot.rows('UPDATE pages SET paid_until = NULL WHERE owner_id = $1', [story.ownerId]);
  await deviceOf(bot.context.db, story.pages[0] as never).poll();
  await bot.startWorking();
  await bot.rows(`SELECT graphile_worker.add_job('bot_sweep')`);
  const [alert] = await bot.messagesTo(story.person, 1);
  expect(alert?.text).toMatch(/^You are out of credits/);
});
