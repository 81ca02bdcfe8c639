import { sql, statement } from '../database/statement.ts';
import { addJobSql } from '../jobs/enqueue.query.ts';
import type { MessagePayload } from './outbox.ts';

/** The job that sends a chat's waiting messages. Only one job of a chat runs at a time, which keeps the order. */
const sendMessagesJobSql = (chatIdSql: string, runAtSql?: string) =>
  addJobSql('send_messages', `json_build_object('chat_id', ${chatIdSql})`, `'send:' || ${chatIdSql}`, {
    queueSql: `'send:' || ${chatIdSql}`,
    ...(runAtSql ? { runAtSql } : {}),
  });

/** Inserts `messages`, which are JSON, and enqueues the job that sends them. Messages whose dedupeKey exists already are skipped. */
export const insertMessages = sql<{ messages: number }, [chatId: string, messages: string]>(
  `WITH inserted AS (
    INSERT INTO bot_messages (chat_id, payload, dedupe_key)
    SELECT $1, m.message -> 'payload', m.message ->> 'dedupeKey'
    FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS m (message, position)
    ORDER BY m.position
    ON CONFLICT (dedupe_key) DO NOTHING
    RETURNING id
  ),
  job AS (SELECT ${sendMessagesJobSql('$1::text')} WHERE EXISTS (SELECT FROM inserted))
  SELECT (SELECT count(*) FROM inserted)::int AS messages, (SELECT count(*) FROM job)::int AS jobs`,
);

export type HeadRow = {
  id: string;
  payload: MessagePayload;
  tries: number;
  /** An earlier try ended without a known result. */
  found_sending: boolean;
  wait_ms: number;
};

/** The chat's next message. It is due when wait_ms is 0. */
export const findNextMessage = statement<HeadRow, [chatId: string]>(
  `SELECT id::text, payload, tries, state = 'sending' AS found_sending,
     greatest(0, ceil(extract(epoch FROM send_after - now()) * 1000))::int AS wait_ms
   FROM bot_messages WHERE chat_id = $1 AND state IN ('waiting', 'sending')
   ORDER BY bot_messages.id LIMIT 1`,
);

/**
 * Marks a message before Telegram is called. So a message that may have arrived is recognised after a crash.
 * Returns no row when another worker has begun to send it since it was read.
 */
export const markSending = statement<{ id: string }, [id: string, tries: number]>(
  `UPDATE bot_messages SET in_doubt = in_doubt OR state = 'sending', state = 'sending', tries = tries + 1
   WHERE id = $1 AND tries = $2 AND state IN ('waiting', 'sending') RETURNING id::text`,
);

/** Has no condition: Telegram has accepted the message, even if another worker is sending it again. */
export const markSent = statement<never, [id: string, telegramMessageIds: readonly number[]]>(
  `UPDATE bot_messages SET state = 'sent', telegram_message_ids = $2, error = NULL, ended_at = now() WHERE id = $1`,
);

/** Only the newest try may record a failure. */
const isThisTry = `id = $1 AND tries = $2 AND state = 'sending'`;

export const markGivenUp = statement<never, [id: string, thisTry: number, reason: string]>(
  `UPDATE bot_messages SET state = 'given_up', error = $3, ended_at = now() WHERE ${isThisTry}`,
);

/** Replaces the payload. The message is due immediately. */
export const changePayload = statement<never, [id: string, thisTry: number, payload: string, reason: string]>(
  `UPDATE bot_messages SET state = 'waiting', payload = $3::jsonb, error = $4 WHERE ${isThisTry}`,
);

export const putBack = statement<
  never,
  [id: string, thisTry: number, waitMs: number, inDoubt: boolean, reason: string]
>(
  `UPDATE bot_messages
   SET state = 'waiting', send_after = now() + $3 * interval '1 millisecond', in_doubt = in_doubt OR $4, error = $5
   WHERE ${isThisTry}`,
);

export const enqueueAgain = statement<never, [chatId: string, waitMs: number]>(
  `SELECT ${sendMessagesJobSql('$1::text', `now() + $2 * interval '1 millisecond'`)}`,
);
