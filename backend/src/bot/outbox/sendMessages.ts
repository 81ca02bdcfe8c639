import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, InlineKeyboard, InputFile, InputMediaBuilder } from 'grammy';
import type { Message } from 'grammy/types';
import sharp from 'sharp';
import type { AppContext } from '../../context.ts';
import type { StoredBytes } from '../../files/fileStore.ts';
import { readOriginal } from '../../files/files.service.ts';
import type { JobHandler } from '../../jobs/enqueue.query.ts';
import { HttpError } from '../../server/http/errors.ts';
import type { MessagePayload, ScreenshotsPayload } from './outbox.ts';
import * as outbox from './outbox.ts';
import { backoffMs, readTelegramFailure, type Telegram, TelegramUnavailable } from './telegram.ts';

type Stores = Pick<AppContext, 'db' | 'files'>;
type Call = () => Promise<Message[]>;

async function prepareCall(api: Api, stores: Stores, chatId: number, payload: MessagePayload): Promise<Call> {
  if (payload.kind === 'pictures') return prepareAlbum(api, stores, chatId, payload);
  if (payload.kind === 'pressed') return () => api.answerCallbackQuery(payload.callbackQueryId).then(() => []);
  if (payload.kind === 'invoice') {
    const { title, description, payload: content, stars } = payload;
    return async () => [
      await api.sendInvoice(chatId, title, description, content, 'XTR', [{ label: title, amount: stars }]),
    ];
  }
  const { text, button, actions = [] } = payload;
  const keyboard = new InlineKeyboard();
  for (const [index, action] of actions.entries()) {
    if (index % 2 === 0) keyboard.row();
    keyboard.text(action.text, action.data);
  }
  if (button) keyboard.row().webApp(button.text, button.url);
  return async () => [
    await api.sendMessage(chatId, text, {
      link_preview_options: { is_disabled: true },
      ...(button || actions.length > 0 ? { reply_markup: keyboard } : {}),
    }),
  ];
}

async function prepareAlbum(
  api: Api,
  stores: Stores,
  chatId: number,
  { pictures, asDocuments }: ScreenshotsPayload,
): Promise<Call> {
  const files: { file: InputFile; caption: string }[] = [];
  for (const [index, { fileId, caption }] of pictures.entries()) {
    const file = await readFile(stores, fileId, index + 1);
    if (file) files.push({ file, caption });
  }
  const [first, ...others] = files;
  return async () => {
    if (!first) return [];
    if (others.length === 0) {
      const { file, caption } = first;
      return [
        await (asDocuments ? api.sendDocument(chatId, file, { caption }) : api.sendPhoto(chatId, file, { caption })),
      ];
    }
    const album = asDocuments
      ? files.map(({ file, caption }) => InputMediaBuilder.document(file, { caption }))
      : files.map(({ file, caption }) => InputMediaBuilder.photo(file, { caption }));
    return api.sendMediaGroup(chatId, album);
  };
}

async function readFile({ db, files }: Stores, fileId: string, number: number): Promise<InputFile | null> {
  try {
    const { bytes, contentType } = await forTelegram(await readOriginal(db, files, fileId));
    return new InputFile(bytes, `post-${number}.${contentType.replace('image/', '').replace('jpeg', 'jpg')}`);
  } catch (error) {
    // The file was deleted. The other screenshots of the album are still sent.
    if (error instanceof HttpError && error.status === 404) return null;
    throw error;
  }
}

/** WebP becomes JPEG: Telegram shows a WebP document as a sticker, and documents only JPEG and PNG as formats of photos. */
async function forTelegram(stored: StoredBytes): Promise<StoredBytes> {
  if (stored.contentType !== 'image/webp') return stored;
  const bytes = await sharp(stored.bytes).jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer();
  return { bytes, contentType: 'image/jpeg' };
}

/** Longer than any call. After this time the other worker has recorded the result or is dead. */
const OTHER_WORKER_MS = 40_000;

interface Parts {
  readonly app: Pick<AppContext, 'db' | 'files' | 'logger'>;
  readonly telegram: Telegram;
  /** Aborts as soon as the process begins to stop. */
  readonly stopping: AbortSignal;
}

/** A message that has to wait delays the later ones, which keeps the order. Files are read before the call and the result is recorded right after it: only a crash in between sends a message twice. */
export function sendMessages(parts: Parts): JobHandler<'send_messages'> {
  const { app, telegram, stopping } = parts;
  /** Accepted but not yet marked as sent: after an outage of the database this process does not send them again. */
  const accepted = new Map<string, readonly Message[]>();
  const recordAccepted = async (id: string): Promise<boolean> => {
    const telegramMessageIds = accepted.get(id)?.map(({ message_id }) => message_id);
    if (!telegramMessageIds) return false;
    // Retried, because another worker would send the message again after this job has failed.
    await retryBriefly(() => outbox.markSent(app.db, [id, telegramMessageIds]));
    return accepted.delete(id);
  };
  return async ({ chat_id: chatId }) => {
    for (let waitMs = 0; ; ) {
      const [head] = await outbox.findNextMessage(app.db, [chatId]);
      if (!head) return;
      if (await recordAccepted(head.id)) continue;
      waitMs = Math.max(waitMs, head.wait_ms);
      if (waitMs > 0 || stopping.aborted) {
        await outbox.enqueueAgain(app.db, [chatId, waitMs]);
        return;
      }
      const call = await prepareCall(telegram.api, app, Number(chatId), head.payload);
      const [begun] = await outbox.markSending(app.db, [head.id, head.tries]);
      if (!begun) {
        // The next job continues after the other worker.
        await outbox.enqueueAgain(app.db, [chatId, OTHER_WORKER_MS]);
        return;
      }
      if (head.found_sending) {
        app.logger.warn({ messageId: head.id }, 'a message is sent again: its last try ended without an answer');
      }
      try {
        accepted.set(head.id, await telegram.circuitBreaker.run(call));
      } catch (error) {
        waitMs = await recordFailure(parts, { ...head, tries: head.tries + 1 }, error);
        continue;
      }
      await recordAccepted(head.id);
    }
  };
}

/** Tries for about a second; throws the last error. */
async function retryBriefly(work: () => Promise<unknown>): Promise<void> {
  for (const waitMs of [100, 300, 600]) {
    try {
      await work();
      return;
    } catch {
      await sleep(waitMs);
    }
  }
  await work();
}

/** Returns how many milliseconds the chat has to wait. `tries` includes the failed try. */
async function recordFailure({ app }: Parts, head: outbox.HeadRow, error: unknown): Promise<number> {
  const { id, payload, tries } = head;
  if (error instanceof TelegramUnavailable) {
    const waitMs = Math.ceil(error.isInDoubt ? Math.max(error.waitMs, backoffMs(tries)) : error.waitMs);
    await outbox.putBack(app.db, [id, tries, waitMs, error.isInDoubt, error.message]);
    return waitMs;
  }
  const { reason } = readTelegramFailure(error);
  if (payload.kind === 'pictures' && !payload.asDocuments && /^400 (?!.*chat not found)/i.test(reason)) {
    // Telegram checks photos and refuses some; it accepts any picture as a document.
    await outbox.changePayload(app.db, [id, tries, JSON.stringify({ ...payload, asDocuments: true }), reason]);
    return 0;
  }
  app.logger.warn({ messageId: id, reason }, 'a message was refused permanently and is given up');
  await outbox.markGivenUp(app.db, [id, tries, reason]);
  return 0;
}
