import type { Db } from '../database/statement.ts';
import { insertMessages } from './outbox.query.ts';

export interface MessageText {
  readonly text: string;
  /** Opens a mini app inside Telegram. `url` must be https. */
  readonly button?: { readonly text: string; readonly url: string };
  /** A press of such a button is a callback query with its data, which have at most 64 bytes. */
  readonly actions?: readonly { readonly text: string; readonly data: string }[];
}

export interface ScreenshotsPayload {
  readonly kind: 'pictures';
  /** One screenshot, or an album of up to ten. */
  readonly pictures: readonly { readonly fileId: string; readonly caption: string }[];
  readonly asDocuments: boolean;
}

/** No message: it ends the waiting sign on the button that was pressed. */
interface PressedPayload {
  readonly kind: 'pressed';
  readonly callbackQueryId: string;
}

export type MessagePayload = (MessageText & { readonly kind: 'text' }) | PressedPayload | ScreenshotsPayload;

interface OutgoingMessage {
  readonly payload: MessagePayload;
  /** At most one message is sent for each key. */
  readonly dedupeKey?: string | undefined;
}

/**
 * Adds messages to the outbox in the caller's transaction: they are sent only if it commits. Returns how many were added.
 * Users without a Telegram account get none: in mock mode any id can sign in.
 */
export async function queueMessages(db: Db, chatId: string, messages: readonly OutgoingMessage[]): Promise<number> {
  if (messages.length === 0 || !/^\d{1,16}$/.test(chatId)) return 0;
  const [row] = await insertMessages(db, [chatId, JSON.stringify(messages)]);
  return row?.messages ?? 0;
}

/** The same for one text. */
export const queueText = (db: Db, chatId: string, text: MessageText, dedupeKey?: string): Promise<number> =>
  queueMessages(db, chatId, [{ payload: { kind: 'text', ...text }, dedupeKey }]);
