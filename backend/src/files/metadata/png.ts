import { crc32 } from 'node:zlib';
import { BrokenContainer, orientationExif, Parts, type Stripped } from './container.ts';

const SIGNATURE_BYTES = 8;
/** Bytes of a chunk without its data: length, name and checksum. */
const CHUNK_OVERHEAD_BYTES = 12;

/** Chunks that are needed to show the picture with its colours, size and animation. */
const KEPT = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD pHYs acTL fcTL fdAT'.split(' '),
);

function chunk(name: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(CHUNK_OVERHEAD_BYTES + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(name, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

/** Removes texts, times, Exif, private chunks, and everything after the end of the picture. */
export function stripPng(bytes: Buffer, orientation: number): Stripped {
  const parts = new Parts(bytes);
  parts.keep(0, SIGNATURE_BYTES);
  let frames = 0;
  for (let at = SIGNATURE_BYTES; at + CHUNK_OVERHEAD_BYTES <= bytes.length; ) {
    const end = at + CHUNK_OVERHEAD_BYTES + bytes.readUInt32BE(at);
    if (end > bytes.length) throw new BrokenContainer();
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'fcTL') frames += 1;
    if (KEPT.has(name)) parts.keep(at, end);
    if (name === 'IHDR' && orientation > 1) parts.add(chunk('eXIf', orientationExif(orientation)));
    if (name === 'IEND') break;
    at = end;
  }
  return { bytes: parts.concat(), frames: Math.max(1, frames) };
}
