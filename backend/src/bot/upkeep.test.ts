import { useBot } from './bot.testing.ts';
import { enqueueLostBotJobs } from './lostJobs.query.ts';
import { deleteOldBotRows } from './oldBotRows.query.ts';
import { queueMessages } from './outbox.ts';
import { storeUpdates } from './updates.query.ts';

const bot = useBot();

const aPhoto = async () => {
  const anna = bot.person();
  const update = bot.fake.telegram.sendMessage(anna, {
    photo: [{ file_id: 'AgAC-unknown', width: 9, height: 9 }],
    media_group_id: String(anna.id),
  });
  await storeUpdates(bot.context.db, [update as never]);
  return anna;
};
const say = async (dedupeKey?: string) => {
  const { id } = bot.person();
  bot.fake.telegram.meet({ id, first_name: 'Anna' });
  const message = { payload: { kind: 'text', text: 'hello' } as const, ...(dedupeKey ? { dedupeKey } : {}) };
  await bot.context.db.transaction((manager) => queueMessages(manager, String(id), [message]));
  return String(id);
};
const loseJobs = () => bot.rows('DELETE FROM graphile_worker._private_jobs');
const LONG_AGO = `now() - interval '3 minutes'`;

test('an update, an album and a message that lost their jobs get new ones, and are dealt with', async () => {
  const anna = await aPhoto();
  const chat = await say();
  await bot.rows(`INSERT INTO users (telegram_id, username) VALUES ($1, 'u')`, [chat]);
  await bot.rows(
    `INSERT INTO bot_flyer_parts (update_id, user_id, chat_id, album, message_id, caption, received_at)
     SELECT 1, id, $1, 'album:1', 1, '', ${LONG_AGO} FROM users WHERE telegram_id = $1`,
    [chat],
  );
  await loseJobs();
  expect(await enqueueLostBotJobs(bot.context.db)).toBe(1);
  await loseJobs();
  await bot.rows(`UPDATE bot_updates SET received_at = ${LONG_AGO}`);
  await bot.rows(`UPDATE bot_messages SET created_at = ${LONG_AGO}, send_after = ${LONG_AGO}`);
  expect(await enqueueLostBotJobs(bot.context.db)).toBe(3);
  expect(await enqueueLostBotJobs(bot.context.db)).toBe(0);
  await bot.startWorking();
  expect((await bot.hears({ id: Number(chat), first_name: '' }, 2)).map(({ text }) => text)).toContain('hello');
  expect((await bot.hears(anna, 1))[0]?.text).toBe(
    'Number 1 of the album was not taken: Telegram does not give it out any more.',
  );
});

test('what was dealt with long ago is thrown away; what waits stays, however old, and so does what tells of a finish', async () => {
  await bot.rows('DELETE FROM bot_messages');
  await bot.rows('DELETE FROM bot_updates');
  await bot.rows(`INSERT INTO bot_updates (update_id, body, received_at, handled_at) VALUES
    (1, '{}', now() - interval '9 days', NULL), (2, '{}', now() - interval '9 days', now() - interval '4 days'),
    (3, '{}', now() - interval '9 days', now() - interval '2 days')`);
  const waiting = await say();
  const sent = await say('old');
  const finish = await say('finished:an-assistant:7');
  await bot.rows(`UPDATE bot_messages SET created_at = now() - interval '99 days'`);
  await bot.rows(
    `UPDATE bot_messages SET state = 'sent', ended_at = now() - interval '31 days' WHERE chat_id = ANY ($1)`,
    [[sent, finish]],
  );
  await deleteOldBotRows(bot.context.db);
  expect(await bot.rows('SELECT update_id FROM bot_updates ORDER BY 1')).toEqual([
    { update_id: '1' },
    { update_id: '3' },
  ]);
  expect(
    (await bot.rows<{ chat_id: string }>('SELECT chat_id FROM bot_messages ORDER BY id')).map((row) => row.chat_id),
  ).toEqual([waiting, finish]);
});
