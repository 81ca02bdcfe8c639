import type { EntityManager } from 'typeorm';
import { addJobSql } from '../jobs/enqueue.ts';

export interface LinkButton {
  readonly text: string;
  readonly url: string;
  /** Opens inside Telegram; its address must be https. */
  readonly opensMiniApp: boolean;
}

export interface TextPayload {
  readonly kind: 'text';
  readonly text: string;
  readonly button?: LinkButton;
}

export interface PicturesPayload {
  readonly kind: 'pictures';
  /** One, or an album of up to ten. */
  readonly pictures: readonly { readonly fileId: string; readonly caption: string }[];
  readonly asDocuments: boolean;
}

export type MessagePayload = TextPayload | PicturesPayload;

export interface OutgoingMessage {
  readonly payload: MessagePayload;
  /** At most one message is sent for a key. */
  readonly dedupeKey?: string;
}

/** The job that sends a chat's waiting messages; one at a time, which keeps their order. */
export const sendMessagesJobSql = (chatIdSql: string, runAtSql?: string) =>
  addJobSql('send_messages', `json_build_object('chat_id', ${chatIdSql})`, `'send:' || ${chatIdSql}`, {
    queueSql: `'send:' || ${chatIdSql}`,
    ...(runAtSql ? { runAtSql } : {}),
  });

const insertSql = `WITH said AS (
    INSERT INTO bot_messages (chat_id, payload, dedupe_key)
    SELECT $1, m.message -> 'payload', m.message ->> 'dedupeKey'
    FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS m (message, place)
    ORDER BY m.place
    ON CONFLICT (dedupe_key) DO NOTHING
    RETURNING id
  ),
  job AS (SELECT ${sendMessagesJobSql('$1::text')} WHERE EXISTS (SELECT FROM said))
  SELECT (SELECT count(*) FROM said)::int AS messages, (SELECT count(*) FROM job)::int AS jobs`;

/**
 * Puts messages into the outbox, within the transaction that causes them: they are sent only if it is committed.
 * Returns how many were new. A user without a Telegram account (mock sign-in accepts any name) gets none.
 */
export async function queueMessages(
  manager: EntityManager,
  chatId: string,
  messages: readonly OutgoingMessage[],
): Promise<number> {
  if (messages.length === 0 || !/^\d{1,16}$/.test(chatId)) return 0;
  const [row] = await manager.query<{ messages: number }[]>(insertSql, [chatId, JSON.stringify(messages)]);
  return row?.messages ?? 0;
}
