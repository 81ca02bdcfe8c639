import { inTransaction } from '../../database/transaction.ts';
import { deleteOldBotRows } from '../../housekeeping.ts';
import { useBot } from '../bot.testing.ts';
import { queueMessages } from '../outbox/outbox.ts';

const bot = useBot();

const queueText = async (dedupeKey?: string) => {
  const { id } = bot.person();
  bot.fake.telegram.meet({ id, first_name: 'Anna' });
  const message = { payload: { kind: 'text', text: 'hello' } as const, ...(dedupeKey ? { dedupeKey } : {}) };
  await inTransaction(bot.context.db, (db) => queueMessages(db, String(id), [message]));
  return String(id);
};

test('old handled updates and sent messages are deleted; waiting ones and messages about finished assistants are kept', async () => {
  await bot.rows('DELETE FROM bot_messages');
  await bot.rows('DELETE FROM bot_updates');
  await bot.rows(`INSERT INTO bot_updates (update_id, body, received_at, handled_at) VALUES
    (1, '{}', now() - interval '9 days', NULL), (2, '{}', now() - interval '9 days', now() - interval '4 days'),
    (3, '{}', now() - interval '9 days', now() - interval '2 days')`);
  const waiting = await queueText();
  const sent = await queueText('old');
  const finish = await queueText('finished:an-assistant:7');
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
