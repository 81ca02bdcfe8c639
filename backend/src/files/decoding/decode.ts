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
  /** The file without metadata, to be stored. */
  readonly bytes: Buffer;
  /** SHA-256 of `bytes`, used as their key in the store. */
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
 * Checks a picture by its bytes and by decoding it, never by its name or declared type. Pictures that need too much memory or
 * time to decode are refused before that.
 */
export async function check(bytes: Buffer): Promise<CheckedImage | Refusal> {
  // Limits the decoders that process uploaded bytes to four. Without this check sharp would also try SVG, TIFF and others.
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
    // Decodes all pixels, because a file can be cut off after a valid header.
    await sharp(stored.bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' }).resize(16).raw().toBuffer();
    const { width, height } = facts.autoOrient;
    const sha256 = createHash('sha256').update(stored.bytes).digest('hex');
    return { contentType: `image/${format}`, width, height, bytes: stored.bytes, sha256 };
  } catch {
    return 'damaged';
  }
}

/** A WebP that is at most `width` pixels wide, with the camera's rotation applied. Of an animation only the first frame. */
export const shrink = (bytes: Buffer, width: number): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'none' })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();
