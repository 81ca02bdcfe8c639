import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Small real pictures, for tests. */

const plain = (width: number, height: number, background = '#c33') =>
  sharp({ create: { width, height, channels: 3, background } });

export const jpeg = (width = 40, height = 30, background?: string) =>
  plain(width, height, background).jpeg().toBuffer();
export const png = (width = 40, height = 30, background?: string) => plain(width, height, background).png().toBuffer();
export const webp = (width = 40, height = 30) => plain(width, height).webp().toBuffer();

/** Stored rotated by 90 degrees, with the Exif orientation that corrects it. */
export const jpegTurned = (width = 40, height = 30) =>
  plain(width, height).jpeg().withMetadata({ orientation: 6 }).toBuffer();

/** A red, a green and a blue frame. */
export async function animatedGif(width = 40, height = 30): Promise<Buffer> {
  const frames = await Promise.all(['#f00', '#0f0', '#00f'].map((colour) => png(width, height, colour)));
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
}

/** The file is as large as a photograph, and is invalid if it is cut off. */
export const noise = (width = 400, height = 300) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  });
/** A WebP, which is stored as it is. */
export const photo = (width?: number, height?: number) => noise(width, height).webp().toBuffer();

/** A file of less than a megabyte that decodes to 144 million black pixels. */
export const decompressionBomb = () =>
  sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#000' }, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer();

/** Texts in the metadata that `withMetadata` adds. Tests search files for them. */
export const CAMERA_SECRETS = ['SecretCamera', 'SN-0815', 'Pocket diary', 'by Jane Doe'];

/** Adds a position, a serial number, an author and a private text as metadata. */
export const withMetadata = (picture: Sharp, orientation?: number) =>
  picture
    .withMetadata(orientation === undefined ? {} : { orientation })
    .withExif({
      IFD0: { Make: 'SecretCamera', Copyright: 'by Jane Doe' },
      IFD2: { BodySerialNumber: 'SN-0815' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><diary>Pocket diary</diary></x:xmpmeta>');

export function pngChunk(name: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(name, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/** A PNG with four channels of 16 bits, interlaced. `data`: the compressed rows. */
export function deepPng(width: number, height: number, data: Buffer): Buffer {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 16, 6, 0, 0, 1]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, pngChunk('IHDR', head), pngChunk('IDAT', data), pngChunk('IEND', Buffer.alloc(0))]);
}

/** A GIF of one pixel with this number of frames; each frame takes 15 bytes. */
export function gifOfFrames(frames: number): Buffer {
  const head = Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  const frame = Buffer.from(',\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0', 'latin1');
  return Buffer.concat([head, Buffer.alloc(frames * frame.length, frame), Buffer.from(';')]);
}
