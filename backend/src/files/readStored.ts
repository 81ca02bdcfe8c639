import { Readable } from 'node:stream';
import type { FileStore, StoredPart } from './fileStore.ts';

/** A download holds this part and the next one in memory. */
export const PART_BYTES = 64 * 1024;

export interface StoredFile {
  readonly contentType: string;
  readonly size: number;
  /** A stream holds no database connection between the parts. */
  readonly body: Buffer | Readable;
}

async function* partsOf(store: FileStore, key: string, first: StoredPart): AsyncGenerator<Buffer> {
  yield first.bytes;
  for (let start = first.bytes.length; start < first.size; ) {
    const part = await store.get(key, start, PART_BYTES);
    if (!part || part.bytes.length === 0) throw new Error(`${key} was deleted while it was read.`);
    yield part.bytes;
    start += part.bytes.length;
  }
}

/** Null if the key is not stored. */
export async function readStored(store: FileStore, key: string): Promise<StoredFile | null> {
  const first = await store.get(key, 0, PART_BYTES);
  if (!first) return null;
  const { bytes, contentType, size } = first;
  const isWhole = bytes.length === size;
  const body = isWhole ? bytes : Readable.from(partsOf(store, key, first), { objectMode: false, highWaterMark: 1 });
  return { contentType, size, body };
}

export const piecesOf = ({ body }: StoredFile): AsyncIterable<Buffer> | Iterable<Buffer> =>
  Buffer.isBuffer(body) ? [body] : body;
