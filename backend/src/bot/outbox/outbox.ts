import { type Db, sql, statement } from '../../database/statement.ts';
import { addJobSql } from '../../jobs/enqueue.query.ts';
import type { Messages } from '../messages/en.ts';

export interface MessageText {
  readonly text: string;
  /** A mini app. `url` must be https. */
  readonly button?: { readonly text: string; readonly url: string };
  /** The data have at most 64 bytes. */
  readonly actions?: readonly { readonly text: string; readonly data: string }[];
}

export interface ScreenshotsPayload {
  readonly kind: 'pictures';
  readonly pictures: readonly { readonly fileId: string; readonly caption: string }[];
  readonly asDocuments: boolean;
}

/** It ends the waiting sign on the button that was pressed. */
interface PressedPayload {
  readonly kind: 'pressed';
  readonly callbackQueryId: string;
}

/** In Telegram Stars. */
export interface InvoicePayload {
  readonly kind: 'invoice';
  readonly title: string;
  readonly description: string;
  /** At most 128 bytes. Telegram sends it back with the payment. */
  readonly payload: string;
  readonly stars: number;
}

export type MessagePayload =
  | (MessageText & { readonly kind: 'text' })
  | PressedPayload
  | ScreenshotsPayload
  | InvoicePayload;

interface OutgoingMessage {
  readonly payload: MessagePayload;
  /** One message is sent for each key. */
  readonly dedupeKey?: string | undefined;
}

/** They are sent only if the transaction commits. Returns how many were added. In mock mode, where any id can sign in, users without a Telegram account get none. */
export async function queueMessages(db: Db, chatId: string, messages: readonly OutgoingMessage[]): Promise<number> {
  if (messages.length === 0 || !/^\d{1,16}$/.test(chatId)) return 0;
  const [row] = await insertMessages(db, [chatId, JSON.stringify(messages)]);
  return row?.messages ?? 0;
}

export const queueText = (db: Db, chatId: string, text: MessageText, dedupeKey?: string): Promise<number> =>
  queueMessages(db, chatId, [{ payload: { kind: 'text', ...text }, dedupeKey }]);

/** One job of a chat runs at a time, which keeps the order. */
const sendMessagesJobSql = (chatIdSql: string, runAtSql?: string) =>
  addJobSql('send_messages', `json_build_object('chat_id', ${chatIdSql})`, `'send:' || ${chatIdSql}`, {
    queueSql: `'send:' || ${chatIdSql}`,
    ...(runAtSql ? { runAtSql } : {}),
  });

/** Skips messages whose dedupeKey exists already. */
const insertMessages = sql<{ messages: number }, [chatId: string, messages: string]>(
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

/** Due when wait_ms is 0. */
export const findNextMessage = statement<HeadRow, [chatId: string]>(
  `SELECT id::text, payload, tries, state = 'sending' AS found_sending,
     greatest(0, ceil(extract(epoch FROM send_after - now()) * 1000))::int AS wait_ms
   FROM bot_messages WHERE chat_id = $1 AND state IN ('waiting', 'sending')
   ORDER BY bot_messages.id LIMIT 1`,
);

/** Marked before Telegram is called, so that a message that may have arrived is recognised after a crash. No row when another worker has begun to send it. */
export const markSending = statement<{ id: string }, [id: string, tries: number]>(
  `UPDATE bot_messages SET in_doubt = in_doubt OR state = 'sending', state = 'sending', tries = tries + 1
   WHERE id = $1 AND tries = $2 AND state IN ('waiting', 'sending') RETURNING id::text`,
);

/** Without a condition: Telegram has accepted the message, even if another worker is sending it again. */
export const markSent = statement<never, [id: string, telegramMessageIds: readonly number[]]>(
  `WITH sent AS (
     UPDATE bot_messages SET state = 'sent', telegram_message_ids = $2, error = NULL, ended_at = now() WHERE id = $1
     RETURNING chat_id
   )
   UPDATE users SET messages_refused_at = NULL FROM sent WHERE telegram_id = chat_id AND messages_refused_at IS NOT NULL`,
);

/** Only the newest try may record a failure. */
const isThisTry = `id = $1 AND tries = $2 AND state = 'sending'`;

/** A 403, or a chat that does not exist: the person has blocked the bot or never allowed messages. */
export const markGivenUp = statement<never, [id: string, thisTry: number, reason: string]>(
  `WITH given_up AS (
     UPDATE bot_messages SET state = 'given_up', error = $3, ended_at = now() WHERE ${isThisTry} RETURNING chat_id
   )
   UPDATE users SET messages_refused_at = coalesce(messages_refused_at, now()) FROM given_up
   WHERE telegram_id = chat_id AND $3 ~* '^403|chat not found'`,
);

/** The message is due immediately. */
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

/** A button if the URL is https, otherwise the URL as text. */
export type AppLink = (text: string, messages: Messages, path?: string) => MessageText;

/** `baseUrl`: PUBLIC_URL, or without it the address of the web app. Telegram opens mini apps only over https. */
export const appLinkTo =
  (baseUrl: string): AppLink =>
  (text, messages, path = '/') => {
    const url = `${baseUrl}${path}`;
    if (!url.startsWith('https://')) return { text: `${text}\n${messages.openAppAt(url)}` };
    return { text, button: { text: messages.openApp, url } };
  };

export const assistantPath = (id: string) => `/?view=assistants&expandAssistant=${id}`;
