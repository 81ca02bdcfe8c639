import { MAX_IMAGE_BYTES } from '@flyerdeck/contracts';
import { GrammyError } from 'grammy';
import { type CheckedImage, checkImage } from '../files/files.service.ts';
import { HttpError } from '../http/errors.ts';
import type { PartRow } from './flyerParts.query.ts';
import type { Refusal } from './messages/botMessages.ts';
import type { Telegram } from './telegram.ts';

/** Downloads and checks a file that a user sent. Returns the reason when it is refused. Throws TelegramUnavailable. */
export async function fetchImage(
  { api, circuitBreaker, download }: Telegram,
  { file_id: fileId, file_size: fileSize }: PartRow,
): Promise<CheckedImage | Refusal> {
  if (fileId === null) return 'not_an_image';
  if (Number(fileSize ?? 0) > MAX_IMAGE_BYTES) return 'too_large';
  let bytes: Buffer | null;
  try {
    bytes = await circuitBreaker.run(async () => {
      const { file_path } = await api.getFile(fileId);
      if (!file_path) throw new Error('Telegram gave no path for a file.');
      return download(file_path);
    });
  } catch (error) {
    if (!(error instanceof GrammyError)) throw error;
    // Telegram answers "Bad Request: file is too big". The message itself may have no size.
    return /too big/i.test(error.description) ? 'too_large' : 'not_available';
  }
  if (!bytes) return 'not_available';
  const { length } = bytes;
  return checkImage(bytes).catch((error) => refusalOf(error, length));
}

function refusalOf(error: unknown, byteSize: number): Refusal {
  if (!(error instanceof HttpError) || error.status >= 500) throw error;
  if (error.code === 'file.too_large') return byteSize > MAX_IMAGE_BYTES ? 'too_large' : 'damaged';
  return /damaged/.test(error.message) ? 'damaged' : 'not_an_image';
}
