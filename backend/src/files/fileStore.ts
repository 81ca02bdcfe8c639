export interface StoredBytes {
  readonly bytes: Buffer;
  readonly contentType: string;
}

export interface StoredPart extends StoredBytes {
  /** Size in bytes of the whole file, not of this part. */
  readonly size: number;
}

/** Stores bytes under content-addressed keys (`original/<sha256>`, `thumbnail/<sha256>/<width>`), and parts of exports (`export/<id>/<attempt>/<part>`). */
export interface FileStore {
  /** A key can be stored again: the same key means the same bytes. */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** All bytes, or at most `length` bytes from `start`; null if the key is not stored. `start` must be less than the size. */
  get(key: string, start?: number, length?: number): Promise<StoredPart | null>;
  /** Keys that are not stored are ignored. Only deleteUnusedBlobs may delete pictures, because it checks that no file uses the keys. */
  delete(keys: readonly string[]): Promise<void>;
}
