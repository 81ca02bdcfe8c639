import { MAX_IMAGE_BYTES } from '@flyerdeck/contracts';
import sharp from 'sharp';
import { type HttpError, tooLarge, unsupportedType } from '../http/errors.ts';

export interface ImageFacts {
  readonly contentType: string;
  /** As people see it, with the camera's rotation applied. */
  readonly width: number;
  readonly height: number;
}

/** A few kilobytes can unpack to billions of pixels; this is above what cameras make within MAX_IMAGE_BYTES. */
export const MAX_IMAGE_PIXELS = 100_000_000;

const startsWith = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;

/** Only these four decoders ever see what somebody sent; sharp alone would also try SVG, TIFF and more. */
function formatOf(bytes: Buffer): string | null {
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpeg';
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'gif';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp';
  return null;
}

/**
 * Judges a picture by its bytes and by decoding it, never by its name or announced type. `what` begins the sentence
 * of a refusal. Throws 413 file.too_large, 415 file.not_an_image.
 */
export async function readImageFacts(bytes: Buffer, what = 'The picture'): Promise<ImageFacts> {
  if (bytes.length > MAX_IMAGE_BYTES) throw tooLarge('file.too_large', `${what} is larger than 10 MB.`);
  const format = formatOf(bytes);
  if (!format) throw unsupportedType('file.not_an_image', `${what} is not a JPEG, PNG, WebP or GIF picture.`);
  const damaged = (): HttpError => unsupportedType('file.not_an_image', `${what} is damaged and cannot be read.`);
  const {
    format: decoder,
    width,
    height,
    autoOrient,
  } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw damaged();
    });
  if (decoder !== format) throw damaged();
  if (width * height > MAX_IMAGE_PIXELS) {
    throw tooLarge('file.too_large', `${what} has more than ${MAX_IMAGE_PIXELS / 1_000_000} million pixels.`);
  }
  // The header may be sound and the rest cut off: found out now, and not when the post is made.
  await sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' })
    .resize(16)
    .raw()
    .toBuffer()
    .catch(() => {
      throw damaged();
    });
  return { contentType: `image/${format}`, width: autoOrient.width, height: autoOrient.height };
}
