export interface StoredBytes {
  readonly bytes: Buffer;
  readonly contentType: string;
}

export interface StoredPart extends StoredBytes {
  /** Bytes of the whole file, not of this part. */
  readonly size: number;
}

/** Keys: `original/<sha256>`, `thumbnail/<sha256>/<width>`, `export/<id>/<attempt>/<part>`. */
export interface FileStore {
  /** A key can be stored again: the same key means the same bytes. */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** At most `length` bytes from `start`, which must be less than the size; null if the key is not stored. */
  get(key: string, start?: number, length?: number): Promise<StoredPart | null>;
  /** Keys that are not stored are ignored. Only deleteUnusedBlobs may delete pictures, because it checks that no file uses them. */
  delete(keys: readonly string[]): Promise<void>;
}
