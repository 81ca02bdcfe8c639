import { FLYER_IMAGE_TYPES, MAX_IMAGE_BYTES } from '@flyerdeck/contracts/limits';

const MEGABYTE = 1024 * 1024;

/** Why the server would refuse this file, or null. It judges by content; this only spares the upload. */
export function flyerFileProblem(file: File): string | null {
  // Some systems do not know a type; then only the server can say.
  if (file.type !== '' && !FLYER_IMAGE_TYPES.includes(file.type)) {
    return `${file.name} is not a JPEG, PNG, WebP or GIF image.`;
  }
  if (file.size > MAX_IMAGE_BYTES) return `${file.name} is larger than ${MAX_IMAGE_BYTES / MEGABYTE} MB.`;
  return null;
}
