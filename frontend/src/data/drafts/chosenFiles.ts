/** The files of flyers being uploaded, by the flyer's key: a file handle cannot be in the store or in an action log. */
const files = new Map<string, File>();

/** Returns an object URL of the file. */
export function storeFile(key: string, file: File): string {
  files.set(key, file);
  return URL.createObjectURL(file);
}

export function removeFile(key: string, previewUrl: string): void {
  files.delete(key);
  URL.revokeObjectURL(previewUrl);
}

export const fileOf = (key: string): File | undefined => files.get(key);
