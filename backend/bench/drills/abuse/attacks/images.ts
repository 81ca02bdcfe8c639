import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createDeflate } from 'node:zlib';
import { deepPng, gifOfFrames } from '../../../../src/files/images.fixture.ts';
import { type Attack, repeat, Statuses } from '../target.ts';
import { uploadImages } from './ownAccount.ts';

/** Deflated zeros: a few hundred kilobytes for hundreds of megabytes. */
function deflatedZeros(size: number): Promise<Buffer> {
  const block = Buffer.alloc(1024 * 1024);
  const blocks = function* () {
    for (let left = size; left > 0; left -= block.length) yield block.subarray(0, left);
  };
  return buffer(Readable.from(blocks()).pipe(createDeflate({ level: 9 })));
}

/** The seven passes of an interlaced PNG: first column, first row, column step, row step. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Each row has one filter byte and 8 bytes per pixel. */
const interlacedBytes = (side: number): number =>
  PASSES.reduce((sum, [x, y, dx, dy]) => sum + Math.ceil((side - y) / dy) * (1 + 8 * Math.ceil((side - x) / dx)), 0);

/**
 * An interlaced PNG with 16 bits per colour. A decoder must keep all of it in memory: 800 MB for 10,000 x 10,000
 * pixels.
 */
export const hugePng = async (side: number): Promise<Buffer> =>
  deepPng(side, side, await deflatedZeros(interlacedBytes(side)));

/** Just below the limit of 10 MB for one image. */
export const endlessGif = (): Buffer => gifOfFrames(690_000);

const uploading =
  (what: string, make: () => Promise<Buffer> | Buffer): Attack =>
  async (target) => {
    const image = await make();
    const statuses = new Statuses();
    let slowest = 0;
    await repeat(target, { atOnce: 4, perSecond: 4 }, async () => {
      const startedAt = performance.now();
      statuses.add(await uploadImages(target, [image]));
      slowest = Math.max(slowest, performance.now() - startedAt);
    });
    const size = `${Math.round(image.length / 1024)} KiB`;
    return `${what} of ${size}, 4 a second: ${statuses}; the slowest took ${(slowest / 1_000).toFixed(1)} s`;
  };

export const deepImages: Attack = uploading('PNG of 100 megapixels with 16 bits per color', () => hugePng(10_000));
/** The largest PNG that is accepted. */
export const allowedImages: Attack = uploading('PNG of 20 megapixels with 16 bits per color', () => hugePng(4_470));
export const longAnimations: Attack = uploading('GIF of 690,000 frames', endlessGif);
