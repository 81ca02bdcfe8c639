import { createHash } from 'node:crypto';
import sharp, { type Metadata } from 'sharp';

/** The pixels are not decoded, so frames, times and colours are unchanged. */
interface Stripped {
  readonly bytes: Buffer;
  readonly frames: number;
}

/** Reading past the end is a RangeError too. */
class BrokenContainer extends RangeError {}

const GIF_HEAD_BYTES = 13;
const GIF_EXTENSION = 0x21;
const GIF_IMAGE = 0x2c;
const GIF_TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
/** They contain the number of repetitions. */
const GIF_REPEATS = ['NETSCAPE2.0', 'ANIMEXTS1.0'];

const colorTableBytes = (flags = 0) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);

/** Removes comments, texts, application data and everything after the end. Reads at most `maxFrames` + 1 frames. */
export function stripGif(bytes: Buffer, maxFrames: number): Stripped {
  const stripped = Buffer.alloc(bytes.length + 1);
  let at = GIF_HEAD_BYTES + colorTableBytes(bytes[10]);
  let length = bytes.copy(stripped, 0, 0, at);
  let frames = 0;
  while (frames <= maxFrames && (bytes[at] === GIF_EXTENSION || bytes[at] === GIF_IMAGE)) {
    const isImage = bytes[at] === GIF_IMAGE;
    // Each block begins with its length; length 0 ends the sequence.
    let end = at + (isImage ? 11 + colorTableBytes(bytes[at + 9]) : 2);
    for (let size = bytes[end]; size; size = bytes[end]) end += size + 1;
    if (end >= bytes.length) throw new BrokenContainer();
    end += 1;
    const isNeeded =
      isImage || bytes[at + 1] === GRAPHIC_CONTROL || GIF_REPEATS.includes(bytes.toString('latin1', at + 3, at + 14));
    if (isNeeded) length += bytes.copy(stripped, length, at, end);
    if (isImage) frames += 1;
    at = end;
  }
  // Like many decoders.
  stripped[length] = GIF_TRAILER;
  return { bytes: stripped.subarray(0, length + 1), frames };
}

const WEBP_HEAD_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
const FRAME_HEAD_BYTES = 16;
const WEBP_CHUNKS = new Set(['VP8X', 'ICCP', 'ANIM', 'ALPH', 'VP8 ', 'VP8L']);
const EXIF_AND_XMP_FLAGS = 0x0c;

/** Removes Exif, XMP, unknown chunks and data after the picture. Keeps the colour profile. */
export function stripWebp(bytes: Buffer): Stripped {
  const stripped = Buffer.alloc(bytes.length);
  let length = bytes.copy(stripped, 0, 0, WEBP_HEAD_BYTES);
  let frames = 0;
  const keepChunks = (from: number, to: number, isInFrame: boolean) => {
    for (let at = from; at + CHUNK_HEAD_BYTES <= to; ) {
      const size = bytes.readUInt32LE(at + 4);
      const end = at + CHUNK_HEAD_BYTES + size;
      if (end > to) throw new BrokenContainer();
      const next = end + (size % 2);
      const name = bytes.toString('latin1', at, at + 4);
      const start = length;
      if (name === 'ANMF' && !isInFrame) {
        frames += 1;
        const inner = at + CHUNK_HEAD_BYTES + FRAME_HEAD_BYTES;
        length += bytes.copy(stripped, length, at, inner);
        keepChunks(inner, end, true);
        stripped.writeUInt32LE(length - start - CHUNK_HEAD_BYTES, start + 4);
      } else if (WEBP_CHUNKS.has(name)) {
        length += bytes.copy(stripped, length, at, Math.min(next, to));
        if (name === 'VP8X')
          stripped[start + CHUNK_HEAD_BYTES] = (bytes[at + CHUNK_HEAD_BYTES] ?? 0) & ~EXIF_AND_XMP_FLAGS;
      }
      at = next;
    }
  };
  keepChunks(WEBP_HEAD_BYTES, Math.min(bytes.length, CHUNK_HEAD_BYTES + bytes.readUInt32LE(4)), false);
  stripped.writeUInt32LE(length - CHUNK_HEAD_BYTES, 4);
  return { bytes: stripped.subarray(0, length), frames: Math.max(1, frames) };
}

export type Refusal = 'not_an_image' | 'damaged' | 'too_many_pixels' | 'too_deep' | 'too_many_frames' | 'too_slow';

export interface CheckedImage {
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
  /** The key in the store. */
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

/** Upright, in sRGB, without metadata. Nobody sees the loss of a JPEG of quality 95. Of WebP only those that a camera turned; a large one cannot have a higher quality. */
function encode(bytes: Buffer, { format, chromaSubsampling, isPalette }: Metadata): Promise<Buffer> {
  const upright = sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' }).autoOrient();
  if (format === 'png') return upright.png({ palette: isPalette === true, dither: 0 }).toBuffer();
  if (format === 'webp') return upright.webp({ quality: 85 }).toBuffer();
  return upright.jpeg({ quality: 95, chromaSubsampling: chromaSubsampling === '4:2:0' ? '4:2:0' : '4:4:4' }).toBuffer();
}

/** By its bytes, never by its name or declared type. Refuses before decoding what needs too much memory or time. An animation would take a minute to encode (decision 0021). */
export async function check(bytes: Buffer): Promise<CheckedImage | Refusal> {
  // Otherwise sharp would also try SVG, TIFF and others.
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
    const isEncoded = !stripped || isTurned;
    const stored = isEncoded ? await encode(bytes, facts) : stripped.bytes;
    // A file can be cut off after a valid header. Encoding has read all of it.
    if (!isEncoded)
      await sharp(stored, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' }).resize(16).raw().toBuffer();
    const { width, height } = isTurned ? facts.autoOrient : facts;
    const sha256 = createHash('sha256').update(stored).digest('hex');
    return { contentType: `image/${format}`, width, height, bytes: stored, sha256 };
  } catch {
    return 'damaged';
  }
}

/** At most `width` pixels wide and upright. Of an animation only the first frame. */
export const shrink = (bytes: Buffer, width: number): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'none' })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();

/** A file of a few kilobytes can decode to billions of pixels. Camera pictures of MAX_IMAGE_BYTES have fewer. */
export const MAX_IMAGE_PIXELS = 40_000_000;
/** Four channels of 8 bits, or half as many pixels with 16 bits. */
const MAX_UNPACKED_BYTES = 4 * MAX_IMAGE_PIXELS;
/** More than real animations have. Each frame costs decoding time, even if it is small. */
export const MAX_FRAMES = 300;
