import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createDeflate } from 'node:zlib';
import { deepPng, gifOfFrames } from '../../../src/files/images.fixture.ts';
import { type Attack, flood, uploadImages } from './target.ts';

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
const hugePng = async (side: number): Promise<Buffer> =>
  deepPng(side, side, await deflatedZeros(interlacedBytes(side)));

const uploading =
  (what: string, make: () => Promise<Buffer> | Buffer): Attack =>
  async (target) => {
    const image = await make();
    const answers = await flood(target, { atOnce: 4, perSecond: 4 }, () => uploadImages(target, [image]));
    const size = `${Math.round(image.length / 1024)} KiB`;
    return `${what} of ${size}, 4 a second: ${answers}; the slowest took ${(answers.slowestMs / 1_000).toFixed(1)} s`;
  };

export const IMAGES = {
  deepImages: uploading('PNG of 100 megapixels with 16 bits per color', () => hugePng(10_000)),
  allowedImages: uploading('PNG of 20 megapixels with 16 bits per color', () => hugePng(4_470)),
  longAnimations: uploading('GIF of 690,000 frames', () => gifOfFrames(690_000)),
};
