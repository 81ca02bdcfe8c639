import { FLYER_IMAGE_TYPES, MAX_IMAGE_BYTES } from '@flyerdeck/contracts/values/tasks';

const MEGABYTE = 1024 * 1024;

/** The reason why the server would refuse this file, or null. The server decides by the content after the upload. */
export function flyerFileProblem(file: File): string | null {
  // Some systems give no type. Then only the server can check it.
  if (file.type !== '' && !FLYER_IMAGE_TYPES.includes(file.type)) {
    return `${file.name} is not a JPEG, PNG, WebP or GIF image.`;
  }
  if (file.size > MAX_IMAGE_BYTES) return `${file.name} is larger than ${MAX_IMAGE_BYTES / MEGABYTE} MB.`;
  return null;
}
