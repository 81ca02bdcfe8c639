/** The files of flyers that are not uploaded yet, by `PendingFlyer.key`. A `File` cannot be in the Redux store. */
const files = new Map<string, File>();

/** Returns an object URL for the preview of the file. */
export function addFile(key: string, file: File): string {
  files.set(key, file);
  return URL.createObjectURL(file);
}

export function removeFile(key: string, previewUrl: string): void {
  files.delete(key);
  URL.revokeObjectURL(previewUrl);
}

export const fileOf = (key: string): File | undefined => files.get(key);
