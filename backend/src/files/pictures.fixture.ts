import sharp from 'sharp';

/** Small real pictures, for tests. */

const plain = (width: number, height: number, background = '#c33') =>
  sharp({ create: { width, height, channels: 3, background } });

export const jpeg = (width = 40, height = 30, background?: string) =>
  plain(width, height, background).jpeg().toBuffer();
export const png = (width = 40, height = 30, background?: string) => plain(width, height, background).png().toBuffer();
export const webp = (width = 40, height = 30) => plain(width, height).webp().toBuffer();

/** Lies on its side in the file; the camera says that it was held upright. */
export const jpegTurned = (width = 40, height = 30) =>
  plain(width, height).jpeg().withMetadata({ orientation: 6 }).toBuffer();

/** Frames of different colours, the first one red. */
export async function animatedGif(width = 40, height = 30): Promise<Buffer> {
  const frames = await Promise.all(['#f00', '#0f0', '#00f'].map((colour) => png(width, height, colour)));
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
}

/** Noise, so that it is as large as a photograph and breaks when it is cut off. */
export const photo = (width = 400, height = 300) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })
    .jpeg()
    .toBuffer();

/** Under a megabyte of zeros compressed; 144 million pixels unpacked. */
export const decompressionBomb = () =>
  sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#000' }, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer();
