import { MAX_FRAMES } from '../imageLimits.ts';
import { BrokenContainer, type Stripped } from './container.ts';
import { stripGif } from './gif.ts';
import { stripJpeg } from './jpeg.ts';
import { stripPng } from './png.ts';
import { stripWebp } from './webp.ts';

export const IMAGE_FORMATS = ['jpeg', 'png', 'gif', 'webp'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

const STRIP: Readonly<Record<ImageFormat, (bytes: Buffer, orientation: number) => Stripped>> = {
  jpeg: stripJpeg,
  png: stripPng,
  gif: (bytes) => stripGif(bytes, MAX_FRAMES),
  webp: stripWebp,
};

/**
 * Removes everything from a picture's file that is not needed to show it: Exif with position and serial numbers, XMP, IPTC,
 * comments, thumbnails, and data after the picture. Pixels, colour profile and animation stay the same. `orientation` (1 to 8
 * as in Exif) is written to the new file unless it is 1. Null if the file is not valid in its format.
 */
export function stripMetadata(bytes: Buffer, format: ImageFormat, orientation = 1): Stripped | null {
  try {
    return STRIP[format](bytes, orientation);
  } catch (error) {
    // A RangeError means that a length in the file is larger than the rest of the file.
    if (error instanceof BrokenContainer || (error as Error).name === 'RangeError') return null;
    throw error;
  }
}
