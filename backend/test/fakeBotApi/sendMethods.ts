import { BotApiError, badRequest } from './botApiError.ts';
import type { FakeTelegram, ReceivedMessage } from './fakeTelegram.ts';
import { readInvoice } from './payments.ts';
import type { CallPayload, UploadedFile } from './requestBody.ts';

const MAX_TEXT_LENGTH = 4_096;
const MAX_CAPTION_LENGTH = 1_024;
const MAX_PHOTO_BYTES = 10 * 1024 * 1024;
const MAX_DOCUMENT_BYTES = 50 * 1024 * 1024;

type Draft = Omit<ReceivedMessage, 'messageId'>;
type SendMethod = (telegram: FakeTelegram, call: CallPayload) => unknown;

/** The methods that send messages to a chat, with the most frequent error answers of the real Bot API. */
export const SEND_METHODS: Readonly<Record<string, SendMethod>> = {
  sendMessage(telegram, { fields }) {
    const chatId = reachableChat(telegram, fields.chat_id);
    const text = String(fields.text ?? '');
    if (text === '') throw badRequest('message text is empty');
    if (text.length > MAX_TEXT_LENGTH) throw badRequest('message is too long');
    const buttons = { button: buttonOf(fields.reply_markup), actions: actionsOf(fields.reply_markup) };
    const [sent] = telegram.receive(chatId, [{ ...draft('text', text, null), ...buttons }]);
    return presented(chatId, sent);
  },
  sendInvoice(telegram, { fields }) {
    const chatId = reachableChat(telegram, fields.chat_id);
    const invoice = readInvoice(fields);
    const [sent] = telegram.receive(chatId, [{ ...draft('invoice', String(fields.title), null), invoice }]);
    return presented(chatId, sent);
  },
  sendPhoto: (telegram, call) => sendOne(telegram, call, 'photo'),
  sendDocument: (telegram, call) => sendOne(telegram, call, 'document'),
  sendMediaGroup(telegram, { fields, files }) {
    const chatId = reachableChat(telegram, fields.chat_id);
    const media = fields.media as { type: 'photo' | 'document'; media: string; caption?: string }[];
    if (!Array.isArray(media) || media.length < 2 || media.length > 10) {
      throw badRequest('there must be from 2 to 10 media in an album');
    }
    if (new Set(media.map(({ type }) => type)).size > 1)
      throw badRequest("document can't be mixed with other media types");
    const mediaGroupId = `${chatId}-${telegram.messagesTo(chatId).length}`;
    const drafts = media.map(({ type, media: source, caption = '' }) => ({
      ...draft(type, captionOf(caption), attached(files, source, type)),
      mediaGroupId,
    }));
    return telegram.receive(chatId, drafts).map((sent) => presented(chatId, sent));
  },
};

function sendOne(telegram: FakeTelegram, { fields, files }: CallPayload, kind: 'photo' | 'document'): unknown {
  const chatId = reachableChat(telegram, fields.chat_id);
  const file = attached(files, String(fields[kind] ?? kind), kind);
  const [sent] = telegram.receive(chatId, [draft(kind, captionOf(String(fields.caption ?? '')), file)]);
  return presented(chatId, sent);
}

function reachableChat(telegram: FakeTelegram, given: unknown): number {
  const chatId = Number(given);
  if (telegram.isBlockedBy(chatId)) throw new BotApiError(403, 'Forbidden: bot was blocked by the user');
  if (!telegram.isKnown(chatId)) throw badRequest('chat not found');
  return chatId;
}

function attached(files: CallPayload['files'], source: string, kind: 'photo' | 'document'): UploadedFile {
  const file = files.get(source.replace('attach://', '')) ?? files.get(kind);
  if (!file) throw badRequest('there is no file in the request');
  if (file.bytes.length === 0) throw badRequest('file must be non-empty');
  if (kind === 'photo' && file.bytes.length > MAX_PHOTO_BYTES) throw badRequest('file is too big');
  if (file.bytes.length > MAX_DOCUMENT_BYTES) throw new BotApiError(413, 'Request Entity Too Large');
  return file;
}

function captionOf(caption: string): string {
  if (caption.length > MAX_CAPTION_LENGTH) throw badRequest('message caption is too long');
  return caption;
}

interface Button {
  readonly text: string;
  readonly url?: string;
  readonly web_app?: { readonly url: string };
  readonly callback_data?: string;
}
const buttonsIn = (markup: unknown): Button[] =>
  ((markup as { inline_keyboard?: Button[][] } | undefined)?.inline_keyboard ?? []).flat();

function actionsOf(markup: unknown): ReceivedMessage['actions'] {
  return buttonsIn(markup).flatMap(({ text, callback_data: data }) => {
    if (data === undefined) return [];
    if (data === '' || Buffer.byteLength(data) > 64) throw badRequest('BUTTON_DATA_INVALID');
    return [{ text, data }];
  });
}

function buttonOf(markup: unknown): ReceivedMessage['button'] {
  const button = buttonsIn(markup).find(({ callback_data }) => callback_data === undefined);
  if (!button) return null;
  const url = button.web_app?.url ?? button.url ?? '';
  if (button.web_app && !url.startsWith('https://')) {
    throw badRequest(`inline keyboard button Web App URL '${url}' is invalid: Only HTTPS links are allowed`);
  }
  return { text: button.text, url, opensMiniApp: button.web_app !== undefined };
}

const draft = (kind: Draft['kind'], text: string, file: UploadedFile | null): Draft => ({
  kind,
  text,
  mediaGroupId: null,
  bytes: file?.bytes ?? null,
  fileName: file?.fileName ?? null,
  button: null,
  actions: [],
});

const presented = (chatId: number, sent: ReceivedMessage | undefined) => ({
  message_id: sent?.messageId,
  chat: { id: chatId, type: 'private' },
  date: Math.floor(Date.now() / 1000),
});
