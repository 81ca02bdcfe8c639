import { statement } from '../database/statement.ts';
import { type MessagePayload, sendMessagesJobSql } from './outbox.ts';

export type HeadRow = {
  id: string;
  payload: MessagePayload;
  tries: number;
  /** An earlier try ended without a known result. */
  found_sending: boolean;
  wait_ms: number;
};

/** The chat's next message, which is due where wait_ms is 0. */
export const findNextMessage = statement<HeadRow, [chatId: string]>(
  'bot_next_message',
  `SELECT id::text, payload, tries, state = 'sending' AS found_sending,
     greatest(0, ceil(extract(epoch FROM send_after - now()) * 1000))::int AS wait_ms
   FROM bot_messages WHERE chat_id = $1 AND state IN ('waiting', 'sending')
   ORDER BY bot_messages.id LIMIT 1`,
);

/**
 * Committed before Telegram is called, so that after a crash it is known that the message may have arrived.
 * Returns no row where another worker has begun to send it since it was read.
 */
export const markSending = statement<{ id: string }, [id: string, tries: number]>(
  'bot_message_sending',
  `UPDATE bot_messages SET in_doubt = in_doubt OR state = 'sending', state = 'sending', tries = tries + 1
   WHERE id = $1 AND tries = $2 AND state IN ('waiting', 'sending') RETURNING id::text`,
);

/** Also when another worker is sending it. */
export const markSent = statement<never, [id: string, telegramMessageIds: readonly number[]]>(
  'bot_message_sent',
  `UPDATE bot_messages SET state = 'sent', telegram_message_ids = $2, error = NULL, ended_at = now() WHERE id = $1`,
);

/** Only the last try may record its result. */
const isThisTry = `id = $1 AND tries = $2 AND state = 'sending'`;

export const markGivenUp = statement<never, [id: string, thisTry: number, reason: string]>(
  'bot_message_given_up',
  `UPDATE bot_messages SET state = 'given_up', error = $3, ended_at = now() WHERE ${isThisTry}`,
);

/** Replaces the payload, to be tried at once. */
export const changePayload = statement<never, [id: string, thisTry: number, payload: string, reason: string]>(
  'bot_message_changed',
  `UPDATE bot_messages SET state = 'waiting', payload = $3::jsonb, error = $4 WHERE ${isThisTry}`,
);

export const putBack = statement<
  never,
  [id: string, thisTry: number, waitMs: number, inDoubt: boolean, reason: string]
>(
  'bot_message_put_back',
  `UPDATE bot_messages
   SET state = 'waiting', send_after = now() + $3 * interval '1 millisecond', in_doubt = in_doubt OR $4, error = $5
   WHERE ${isThisTry}`,
);

export const enqueueAgain = statement<never, [chatId: string, waitMs: number]>(
  'bot_send_again',
  `SELECT ${sendMessagesJobSql('$1::text', `now() + $2 * interval '1 millisecond'`)}`,
);
