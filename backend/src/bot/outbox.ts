import type { Db } from '../database/statement.ts';
import { insertMessages } from './outbox.query.ts';

export interface MessageText {
  readonly text: string;
  /** Opens a mini app inside Telegram; its address must be https. */
  readonly button?: { readonly text: string; readonly url: string };
}

export interface PicturesPayload {
  readonly kind: 'pictures';
  /** One, or an album of up to ten. */
  readonly pictures: readonly { readonly fileId: string; readonly caption: string }[];
  readonly asDocuments: boolean;
}

export type MessagePayload = (MessageText & { readonly kind: 'text' }) | PicturesPayload;

interface OutgoingMessage {
  readonly payload: MessagePayload;
  /** At most one message is sent for a key. */
  readonly dedupeKey?: string | undefined;
}

/**
 * Puts messages into the outbox, within the transaction that causes them: they are sent only if it is committed.
 * Returns how many were new. A user without a Telegram account (mock sign-in accepts any name) gets none.
 */
export async function queueMessages(db: Db, chatId: string, messages: readonly OutgoingMessage[]): Promise<number> {
  if (messages.length === 0 || !/^\d{1,16}$/.test(chatId)) return 0;
  const [row] = await insertMessages(db, [chatId, JSON.stringify(messages)]);
  return row?.messages ?? 0;
}

/** The same for one text. A text with a key is sent once, however often it is queued. */
export const queueText = (db: Db, chatId: string, text: MessageText, dedupeKey?: string): Promise<number> =>
  queueMessages(db, chatId, [{ payload: { kind: 'text', ...text }, dedupeKey }]);
