import { decoder } from './decoding/decoder.ts';
import type { FileStore, StoredBytes } from './fileStore.ts';

/** Few widths, so that requests cannot fill the store. */
export const THUMBNAIL_WIDTHS = [160, 320, 640, 1280] as const;
const CONTENT_TYPE = 'image/webp';

/** The width to create for a request of `width` pixels, or null where only the original is wide enough. */
export function thumbnailWidth(width: number, imageWidth: number): number | null {
  return THUMBNAIL_WIDTHS.find((step) => step >= Math.min(width, imageWidth)) ?? null;
}

/** By key. */
const readsInProgress = new Map<string, Promise<StoredBytes | null>>();

async function findOrMake(store: FileStore, key: string, sha256: string, width: number): Promise<StoredBytes | null> {
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
  const key = `thumbnail/${sha256}/${width}`;
  let read = readsInProgress.get(key);
  if (!read) {
    read = findOrMake(store, key, sha256, width).finally(() => readsInProgress.delete(key));
    readsInProgress.set(key, read);
  }
  return read;
}
