/** More than cameras make within MAX_IMAGE_BYTES; a few kilobytes can decode to billions of pixels. */
export const MAX_IMAGE_PIXELS = 40_000_000;
/** Of the decoded picture: MAX_IMAGE_PIXELS with four channels of 8 bits each, half as many with 16 bits. */
export const MAX_UNPACKED_BYTES = 4 * MAX_IMAGE_PIXELS;
/** More than real animations have; each frame costs a decoder time, however small it is. */
export const MAX_FRAMES = 300;
