import { MAX_IMAGE_BYTES } from '@flyerdeck/contracts';
import { type CheckedImage, checkImage } from '../files/files.service.ts';
import { HttpError } from '../http/errors.ts';
import type { PartRow } from './flyerParts.query.ts';
import type { Refusal } from './messages/botMessages.ts';
import type { Telegram } from './telegram.ts';
import { readTelegramFailure } from './telegramFailure.ts';

/**
 * Fetches and checks a file that a person sent, or returns why it is refused. Throws what a later try may solve:
 * TelegramUnavailable, or a wait that Telegram asks for.
 */
export async function fetchPicture(
  { api, circuitBreaker, download }: Telegram,
  part: PartRow,
): Promise<CheckedImage | Refusal> {
  if (part.file_id === null) return 'not_an_image';
  const fileId = part.file_id;
  if (Number(part.file_size ?? 0) > MAX_IMAGE_BYTES) return 'too_large';
  let bytes: Buffer | null;
  try {
    bytes = await circuitBreaker.run(async () => {
      const { file_path } = await api.getFile(fileId);
      if (!file_path) throw new Error('Telegram gave no path for a file.');
      return download(file_path);
    });
  } catch (error) {
    const failure = readTelegramFailure(error);
    if (failure.kind !== 'refused') throw error;
    // "Bad Request: file is too big" is the only sign when the message had no size.
    return /too big/i.test(failure.reason) ? 'too_large' : 'not_available';
  }
  return bytes ? check(bytes) : 'not_available';
}

async function check(bytes: Buffer): Promise<CheckedImage | Refusal> {
  try {
    return await checkImage(bytes);
  } catch (error) {
    if (!(error instanceof HttpError) || error.status >= 500) throw error;
    if (error.code === 'file.too_large') return bytes.length > MAX_IMAGE_BYTES ? 'too_large' : 'damaged';
    return /damaged/.test(error.message) ? 'damaged' : 'not_an_image';
  }
}
