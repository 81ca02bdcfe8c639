/** More than camera pictures of MAX_IMAGE_BYTES have. A file of a few kilobytes can decode to billions of pixels. */
export const MAX_IMAGE_PIXELS = 40_000_000;
/** Size of a decoded picture: MAX_IMAGE_PIXELS with four channels of 8 bits, or half as many pixels with 16 bits. */
export const MAX_UNPACKED_BYTES = 4 * MAX_IMAGE_PIXELS;
/** More than real animations have. Each frame costs decoding time, even if it is small. */
export const MAX_FRAMES = 300;
