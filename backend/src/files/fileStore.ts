export interface StoredBytes {
  readonly bytes: Buffer;
  readonly contentType: string;
}

export interface StoredPart extends StoredBytes {
  /** Size of the whole, not of this part. */
  readonly size: number;
}

/** Stores bytes under content-addressed keys (`original/<sha256>`, `thumbnail/<sha256>/<width>`). */
export interface FileStore {
  /** Storing a key again is harmless: the same key means the same bytes. */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** The bytes, or at most `length` of them from `start` on; null when the key is not stored. `start` lies within the bytes. */
  get(key: string, start?: number, length?: number): Promise<StoredPart | null>;
  /** Deleting a key that is not stored is harmless. Only deleteUnusedBlobs may call it: it knows that no file needs the key. */
  delete(keys: readonly string[]): Promise<void>;
}
