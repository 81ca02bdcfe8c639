import { MAX_IMAGE_BYTES } from '@flyerdeck/contracts';
import { type HttpError, tooLarge, unsupportedType } from '../http/errors.ts';
import type { CheckedPicture, Refusal } from './decoding/decode.ts';
import { decoder } from './decoding/decoder.ts';
import { MAX_FRAMES, MAX_IMAGE_PIXELS } from './imageLimits.ts';

const MEGAPIXELS = MAX_IMAGE_PIXELS / 1_000_000;

const REFUSALS: Readonly<Record<Refusal, (what: string) => HttpError>> = {
  not_an_image: (what) => unsupportedType('file.not_an_image', `${what} is not a JPEG, PNG, WebP or GIF picture.`),
  damaged: (what) => unsupportedType('file.not_an_image', `${what} is damaged and cannot be read.`),
  too_many_pixels: (what) => tooLarge('file.too_large', `${what} has more than ${MEGAPIXELS} million pixels.`),
  too_deep: (what) =>
    tooLarge('file.too_large', `${what} has more than 8 bits per color and too many pixels for that.`),
  too_many_frames: (what) => tooLarge('file.too_large', `${what} has more than ${MAX_FRAMES} frames.`),
  too_slow: (what) => tooLarge('file.too_large', `${what} takes too long to be opened.`),
};

/**
 * Checks a picture by its bytes and by decoding it, in a separate process; returns it without metadata. `what` begins the
 * sentence of a refusal. Throws 413 file.too_large, 415 file.not_an_image.
 */
export async function readImage(bytes: Buffer, what = 'The picture'): Promise<CheckedPicture> {
  if (bytes.length > MAX_IMAGE_BYTES) throw tooLarge('file.too_large', `${what} is larger than 10 MB.`);
  const checked = await decoder.check(bytes);
  if (typeof checked === 'string') throw REFUSALS[checked](what);
  return checked;
}
