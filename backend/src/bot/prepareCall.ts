import { type Api, InlineKeyboard, InputFile, InputMediaBuilder } from 'grammy';
import type { Message } from 'grammy/types';
import sharp from 'sharp';
import type { AppContext } from '../context.ts';
import type { StoredBytes } from '../files/fileStore.ts';
import { readOriginal } from '../files/files.service.ts';
import { HttpError } from '../http/errors.ts';
import type { MessagePayload, ScreenshotsPayload } from './outbox.ts';

type Stores = Pick<AppContext, 'db' | 'files'>;
/** One call of the Bot API. Returns the messages that it created. */
type Call = () => Promise<Message[]>;

/** Reads the files of a message and returns the call that sends it. */
export async function prepareCall(api: Api, stores: Stores, chatId: number, payload: MessagePayload): Promise<Call> {
  if (payload.kind === 'pictures') return prepareAlbum(api, stores, chatId, payload);
  if (payload.kind === 'pressed') return () => api.answerCallbackQuery(payload.callbackQueryId).then(() => []);
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
