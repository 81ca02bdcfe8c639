import { createHash } from 'node:crypto';
import sharp, { type Metadata } from 'sharp';
import { MAX_FRAMES, MAX_IMAGE_PIXELS, MAX_UNPACKED_BYTES } from '../imageLimits.ts';
import { stripGif, stripWebp } from './animated.ts';

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

const FORMATS = {
  jpeg: (bytes: Buffer) => startsWith(bytes, '\xff\xd8\xff'),
  png: (bytes: Buffer) => startsWith(bytes, '\x89PNG\r\n\x1a\n'),
  gif: (bytes: Buffer) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'),
  webp: (bytes: Buffer) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8),
};

const unpackedBytes = ({ width, height, channels, depth }: Metadata) =>
  width * height * channels * (depth === 'uchar' ? 1 : 2);

/**
 * Encodes the picture again, upright and in sRGB, without metadata. Nobody sees the loss of a JPEG of quality 95. PNG loses
 * nothing. Of WebP only those that a camera turned are encoded; with a higher quality a large one can not be.
 */
function encode(bytes: Buffer, { format, chromaSubsampling, isPalette }: Metadata): Promise<Buffer> {
  const upright = sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' }).autoOrient();
  if (format === 'png') return upright.png({ palette: isPalette === true, dither: 0 }).toBuffer();
  if (format === 'webp') return upright.webp({ quality: 85 }).toBuffer();
  return upright.jpeg({ quality: 95, chromaSubsampling: chromaSubsampling === '4:2:0' ? '4:2:0' : '4:4:4' }).toBuffer();
}

/**
 * Checks a picture by its bytes and by decoding it, never by its name or declared type. Pictures that need too much memory or
 * time to decode are refused before that. GIF and WebP are not encoded again: an animation would take a minute (decision 0021).
 */
export async function check(bytes: Buffer): Promise<CheckedImage | Refusal> {
  // Limits the decoders that process uploaded bytes to four. Without this check sharp would also try SVG, TIFF and others.
  const format = Object.entries(FORMATS).find(([, isFormat]) => isFormat(bytes))?.[0];
  if (!format) return 'not_an_image';
  try {
    const stripped = format === 'gif' ? stripGif(bytes, MAX_FRAMES) : format === 'webp' ? stripWebp(bytes) : null;
    if (stripped && stripped.frames > MAX_FRAMES) return 'too_many_frames';
    const facts = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (facts.format !== format) return 'damaged';
    if (facts.width * facts.height > MAX_IMAGE_PIXELS) return 'too_many_pixels';
    if (unpackedBytes(facts) > MAX_UNPACKED_BYTES) return 'too_deep';
    const isTurned = (facts.orientation ?? 1) > 1 && (stripped?.frames ?? 1) === 1;
    const stored = stripped && !isTurned ? stripped.bytes : await encode(bytes, facts);
    // Decodes all pixels, because a file can be cut off after a valid header.
    await sharp(stored, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' }).resize(16).raw().toBuffer();
    const { width, height } = isTurned ? facts.autoOrient : facts;
    const sha256 = createHash('sha256').update(stored).digest('hex');
    return { contentType: `image/${format}`, width, height, bytes: stored, sha256 };
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
