import sharp from 'sharp';
import type { FileStore, StoredBytes } from './fileStore.ts';
import { MAX_IMAGE_PIXELS } from './imageFacts.ts';

/** Few widths, so that nobody can fill the store by asking for every one. */
export const THUMBNAIL_WIDTHS = [160, 320, 640, 1280] as const;
const CONTENT_TYPE = 'image/webp';

/** The width to make for a request of `width` pixels, or null where only the original is wide enough. */
export function thumbnailWidth(width: number, imageWidth: number): number | null {
  return THUMBNAIL_WIDTHS.find((step) => step >= Math.min(width, imageWidth)) ?? null;
}

/** Turned as the camera was held, never enlarged; of an animation the first frame. */
const shrink = (original: Buffer, width: number): Promise<Buffer> =>
  sharp(original, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'none' })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();

const beingMade = new WeakMap<FileStore, Map<string, Promise<StoredBytes | null>>>();

function makingsOf(store: FileStore) {
  const makings = beingMade.get(store) ?? new Map<string, Promise<StoredBytes | null>>();
  beingMade.set(store, makings);
  return makings;
}

async function make(store: FileStore, sha256: string, width: number, key: string): Promise<StoredBytes | null> {
  const original = await store.get(`original/${sha256}`);
  if (!original) return null;
  const bytes = await shrink(original.bytes, width);
  await store.put(key, bytes, CONTENT_TYPE);
  return { bytes, contentType: CONTENT_TYPE };
}

/**
 * The thumbnail, made on its first request and stored; null when the original is gone. Requests that come while it is
 * being made wait for the one making; two servers at worst make it twice, with the same outcome.
 */
export async function readThumbnail(store: FileStore, sha256: string, width: number): Promise<StoredBytes | null> {
  const key = `thumbnail/${sha256}/${width}`;
  const stored = await store.get(key);
  if (stored) return stored;
  const makings = makingsOf(store);
  let making = makings.get(key);
  if (!making) {
    making = make(store, sha256, width, key).finally(() => makings.delete(key));
    makings.set(key, making);
  }
  return making;
}
