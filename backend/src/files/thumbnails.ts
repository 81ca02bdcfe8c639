import { decoder } from './decoding/decoder.ts';
import type { FileStore, StoredBytes } from './fileStore.ts';

/** Requests with many widths cannot fill the store. */
export const THUMBNAIL_WIDTHS = [160, 320, 640, 1280] as const;
const CONTENT_TYPE = 'image/webp';

/** Null if all thumbnails are narrower than `width` pixels. */
export function thumbnailWidth(width: number, imageWidth: number): number | null {
  return THUMBNAIL_WIDTHS.find((available) => available >= Math.min(width, imageWidth)) ?? null;
}

const readsByKey = new Map<string, Promise<StoredBytes | null>>();

async function findOrCreate(store: FileStore, key: string, sha256: string, width: number): Promise<StoredBytes | null> {
  const stored = await store.get(key);
  if (stored) return stored;
  const bytes = await decoder.shrink(async () => (await store.get(`original/${sha256}`))?.bytes ?? null, width);
  if (!bytes) return null;
  await store.put(key, bytes, CONTENT_TYPE);
  return { bytes, contentType: CONTENT_TYPE };
}

/** Null if the original does not exist. Concurrent requests share one creation. Two servers may create the same thumbnail, with the same result. */
export function readThumbnail(store: FileStore, sha256: string, width: number): Promise<StoredBytes | null> {
  const key = `thumbnail/${sha256}/${width}`;
  let read = readsByKey.get(key);
  if (!read) {
    read = findOrCreate(store, key, sha256, width).finally(() => readsByKey.delete(key));
    readsByKey.set(key, read);
  }
  return read;
}
