import { BrokenContainer, orientationExif, Parts, type Stripped } from './container.ts';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const TEM = 0x01;
const JFIF_BYTES = 14;

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;
/** Segments that a decoder needs: frames, tables and restart intervals. The needed APP segments are in `keptApp`. */
const isForDecoding = (marker: number) => marker >= 0xc0 && marker <= 0xdf;

/**
 * The payload to keep of an APP segment, or null. Kept are APP0 without its thumbnail, APP2 with a colour profile, and APP14
 * with Adobe's colour transform.
 */
function keptApp(marker: number, payload: Buffer): Buffer | null {
  const name = (length: number) => payload.toString('latin1', 0, length);
  if (marker === 0xe0 && name(5) === 'JFIF\0' && payload.length >= JFIF_BYTES) {
    const jfif = Buffer.from(payload.subarray(0, JFIF_BYTES));
    jfif.fill(0, 12);
    return jfif;
  }
  if (marker === 0xe2 && name(12) === 'ICC_PROFILE\0') return payload;
  if (marker === 0xee && name(5) === 'Adobe') return payload.subarray(0, 12);
  return null;
}

function segment(marker: number, payload: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([head, payload]);
}

/** The position of the first marker after a scan. In a scan 0xff is escaped as 0xff00, and restart markers belong to the scan. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const next = bytes[at + 1] ?? 0;
    if (next === 0xff) at += 1;
    else if (next === 0 || isRestart(next)) at += 2;
    else return at;
  }
  return bytes.length;
}

/** Keeps the picture, its colour profile and its orientation, and removes everything else, also data after the end. */
export function stripJpeg(bytes: Buffer, orientation: number): Stripped {
  const parts = new Parts(bytes);
  parts.keep(0, 2);
  let mayOrient = orientation > 1;
  for (let at = bytes.indexOf(0xff, 2); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === EOI) {
      parts.keep(at, at + 2);
      break;
    }
    if (marker === 0xff || marker === 0 || marker === TEM || isRestart(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (marker === SOI || at + 4 > bytes.length) throw new BrokenContainer();
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end < at + 4 || end > bytes.length) throw new BrokenContainer();
    const payload = bytes.subarray(at + 4, end);
    // Exif is inserted after JFIF (APP0) and before all other segments.
    if (mayOrient && marker !== 0xe0) {
      parts.add(segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), orientationExif(orientation)])));
      mayOrient = false;
    }
    const app = keptApp(marker, payload);
    const scanEnd = marker === SOS ? endOfScan(bytes, end) : end;
    if (isForDecoding(marker) || app?.equals(payload)) parts.keep(at, scanEnd);
    else if (app) parts.add(segment(marker, app));
    at = scanEnd;
  }
  return { bytes: parts.concat(), frames: 1 };
}
