import { BrokenContainer, orientationExif, Parts, type Stripped } from './container.ts';

const RIFF_HEAD_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
const FRAME_HEAD_BYTES = 16;
const EXIF_FLAG = 0x08;
const XMP_FLAG = 0x04;
const KEPT = new Set(['ICCP', 'ANIM', 'ALPH', 'VP8 ', 'VP8L']);
const KEPT_IN_FRAME = new Set(['ALPH', 'VP8 ', 'VP8L']);

interface Chunk {
  readonly name: string;
  readonly at: number;
  readonly end: number;
  /** The end including the padding byte that follows an odd length. */
  readonly paddedEnd: number;
}

function* chunksOf(bytes: Buffer, from: number, to: number): Generator<Chunk> {
  for (let at = from; at + CHUNK_HEAD_BYTES <= to; ) {
    const length = bytes.readUInt32LE(at + 4);
    const end = at + CHUNK_HEAD_BYTES + length;
    const paddedEnd = end + (length % 2);
    if (end > to) throw new BrokenContainer();
    yield { name: bytes.toString('latin1', at, at + 4), at, end, paddedEnd: Math.min(paddedEnd, to) };
    at = paddedEnd;
  }
}

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(CHUNK_HEAD_BYTES);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** A frame of an animation without metadata. A frame contains chunks like a file. */
function strippedFrame(frame: Buffer): Buffer {
  const parts = new Parts(frame);
  parts.keep(0, FRAME_HEAD_BYTES);
  for (const inner of chunksOf(frame, FRAME_HEAD_BYTES, frame.length)) {
    if (KEPT_IN_FRAME.has(inner.name)) parts.keep(inner.at, inner.paddedEnd);
  }
  return chunk('ANMF', parts.concat());
}

/** Removes Exif, XMP, unknown chunks and data after the picture. Keeps the colour profile and the orientation. */
export function stripWebp(bytes: Buffer, orientation: number): Stripped {
  const fileEnd = Math.min(bytes.length, CHUNK_HEAD_BYTES + bytes.readUInt32LE(4));
  const parts = new Parts(bytes);
  const isExtended = bytes.toString('latin1', RIFF_HEAD_BYTES, RIFF_HEAD_BYTES + 4) === 'VP8X';
  const mayOrient = isExtended && orientation > 1;
  let frames = 0;
  for (const found of chunksOf(bytes, RIFF_HEAD_BYTES, fileEnd)) {
    if (found.name === 'VP8X') {
      const head = Buffer.from(bytes.subarray(found.at, found.paddedEnd));
      const flags = head[CHUNK_HEAD_BYTES] ?? 0;
      head[CHUNK_HEAD_BYTES] = (flags & ~(EXIF_FLAG | XMP_FLAG)) | (mayOrient ? EXIF_FLAG : 0);
      parts.add(head);
    } else if (found.name === 'ANMF') {
      frames += 1;
      parts.add(strippedFrame(bytes.subarray(found.at + CHUNK_HEAD_BYTES, found.end)));
    } else if (KEPT.has(found.name)) {
      parts.keep(found.at, found.paddedEnd);
    }
  }
  if (mayOrient) parts.add(chunk('EXIF', orientationExif(orientation)));
  const riff = Buffer.from(bytes.subarray(0, RIFF_HEAD_BYTES));
  riff.writeUInt32LE(parts.length + 4, 4);
  return { bytes: Buffer.concat([riff, parts.concat()]), frames: Math.max(1, frames) };
}
