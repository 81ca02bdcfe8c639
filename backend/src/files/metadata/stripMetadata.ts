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
 * Removes from a picture's file what is not needed to show it: Exif with position and serial numbers, XMP, IPTC, comments,
 * thumbnails, a second picture after the first. Pixels are not decoded and stay the same; so do colour profile, animation and
 * `orientation` (1 to 8 as in Exif). Null when the file is not valid in its format.
 */
export function stripMetadata(bytes: Buffer, format: ImageFormat, orientation = 1): Stripped | null {
  try {
    return STRIP[format](bytes, orientation);
  } catch (error) {
    // A RangeError: a length points beyond the file's end.
    if (error instanceof BrokenContainer || (error as Error).name === 'RangeError') return null;
    throw error;
  }
}
