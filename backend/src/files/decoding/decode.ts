import { createHash } from 'node:crypto';
import sharp, { type Metadata } from 'sharp';
import { MAX_FRAMES, MAX_IMAGE_PIXELS, MAX_UNPACKED_BYTES } from '../imageLimits.ts';
import { IMAGE_FORMATS, type ImageFormat, stripMetadata } from '../metadata/stripMetadata.ts';

export type Refusal = 'not_an_image' | 'damaged' | 'too_many_pixels' | 'too_deep' | 'too_many_frames' | 'too_slow';

export interface CheckedImage {
  readonly contentType: string;
  /** Width and height as displayed, with the camera's rotation applied. */
  readonly width: number;
  readonly height: number;
  /** The bytes to store: without metadata. */
  readonly bytes: Buffer;
  /** Of these bytes; their name in the store. */
  readonly sha256: string;
}

const startsWith = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;

const IS_FORMAT: Readonly<Record<ImageFormat, (bytes: Buffer) => boolean>> = {
  jpeg: (bytes) => startsWith(bytes, '\xff\xd8\xff'),
  png: (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n'),
  gif: (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'),
  webp: (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8),
};

const unpackedBytes = ({ width, height, channels, depth }: Metadata) =>
  width * height * channels * (depth === 'uchar' ? 1 : 2);

/**
 * Checks a picture by its bytes and by decoding it, never by its name or declared type. Pictures that would take a decoder much
 * memory or time are refused before they are decoded.
 */
export async function check(bytes: Buffer): Promise<CheckedImage | Refusal> {
  // Only these four decoders get uploaded bytes; sharp alone would also try SVG, TIFF and more.
  const format = IMAGE_FORMATS.find((name) => IS_FORMAT[name](bytes));
  if (!format) return 'not_an_image';
  const structure = stripMetadata(bytes, format);
  if (!structure) return 'damaged';
  if (structure.frames > MAX_FRAMES) return 'too_many_frames';
  try {
    const facts = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (facts.format !== format) return 'damaged';
    if (facts.width * facts.height > MAX_IMAGE_PIXELS) return 'too_many_pixels';
    if (unpackedBytes(facts) > MAX_UNPACKED_BYTES) return 'too_deep';
    const { orientation = 1 } = facts;
    const stored = orientation > 1 ? stripMetadata(bytes, format, orientation) : structure;
    if (!stored) return 'damaged';
    // The file may be cut off after a valid header: detected now, and not when the post is made.
    await sharp(stored.bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' }).resize(16).raw().toBuffer();
    const { width, height } = facts.autoOrient;
    const sha256 = createHash('sha256').update(stored.bytes).digest('hex');
    return { contentType: `image/${format}`, width, height, bytes: stored.bytes, sha256 };
  } catch {
    return 'damaged';
  }
}

/** A WebP of at most `width` pixels, rotated as the camera was held; the first frame of an animation. */
export const shrink = (bytes: Buffer, width: number): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'none' })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();
