import type { Db } from '../database/statement.ts';
import { insertMessages } from './outbox.query.ts';

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
  /** Said at most once under this key. */
  readonly dedupeKey?: string;
}

/**
 * Puts messages into the outbox, within the transaction that gives reason for them: they are sent if that is committed, and
 * only then. Answers how many were new. Who has no Telegram account (mock sign-in takes any name) gets none.
 */
export async function queueMessages(db: Db, chatId: string, messages: readonly OutgoingMessage[]): Promise<number> {
  if (messages.length === 0 || !/^\d{1,16}$/.test(chatId)) return 0;
  const [row] = await insertMessages(db, [chatId, JSON.stringify(messages)]);
  return row?.messages ?? 0;
}
