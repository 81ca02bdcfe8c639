import { decoder } from './decoding/decoder.ts';
import type { FileStore, StoredBytes } from './fileStore.ts';

/** Few widths, so that requests cannot fill the store. */
export const THUMBNAIL_WIDTHS = [160, 320, 640, 1280] as const;
const CONTENT_TYPE = 'image/webp';

/** The width to create for a request of `width` pixels, or null where only the original is wide enough. */
export function thumbnailWidth(width: number, imageWidth: number): number | null {
  return THUMBNAIL_WIDTHS.find((step) => step >= Math.min(width, imageWidth)) ?? null;
}

const readsUnderWay = new WeakMap<FileStore, Map<string, Promise<StoredBytes | null>>>();

function readsOf(store: FileStore) {
  const reads = readsUnderWay.get(store) ?? new Map<string, Promise<StoredBytes | null>>();
  readsUnderWay.set(store, reads);
  return reads;
}

async function findOrMake(store: FileStore, sha256: string, width: number): Promise<StoredBytes | null> {
  const key = `thumbnail/${sha256}/${width}`;
  const stored = await store.get(key);
  if (stored) return stored;
  const bytes = await decoder.shrink(async () => (await store.get(`original/${sha256}`))?.bytes ?? null, width);
  if (!bytes) return null;
  await store.put(key, bytes, CONTENT_TYPE);
  return { bytes, contentType: CONTENT_TYPE };
}

/**
 * The thumbnail, created on its first request and stored; null when the original is gone. Simultaneous requests share one
 * lookup and one creation; two servers at worst create it twice, with the same result.
 */
export function readThumbnail(store: FileStore, sha256: string, width: number): Promise<StoredBytes | null> {
  const reads = readsOf(store);
  const name = `${sha256}/${width}`;
  let read = reads.get(name);
  if (!read) {
    read = findOrMake(store, sha256, width).finally(() => reads.delete(name));
    reads.set(name, read);
  }
  return read;
}
