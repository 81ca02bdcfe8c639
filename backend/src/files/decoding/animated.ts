/** The file of a picture without its metadata. Its pixels are not decoded, so its frames, times and colours are unchanged. */
export interface Stripped {
  readonly bytes: Buffer;
  /** Number of frames; 1 if the picture is not animated. */
  readonly frames: number;
}

/** Thrown if the file's structure is invalid. Reading past its end is a RangeError. */
class BrokenContainer extends RangeError {}

const GIF_HEAD_BYTES = 13;
const GIF_EXTENSION = 0x21;
const GIF_IMAGE = 0x2c;
const GIF_TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
/** These blocks contain the number of repetitions of an animation. */
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
    // A sequence of blocks. Each begins with its length; length 0 ends the sequence.
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
  // Like many decoders, treats every other byte as the end.
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
