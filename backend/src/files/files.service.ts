import { MAX_FLYER_BYTES_PER_USER, MAX_IMAGE_BYTES } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import { type HttpError, notFound, tooLarge, unprocessable, unsupportedType } from '../http/errors.ts';
import type { CheckedImage, Refusal } from './decoding/decode.ts';
import { decoder } from './decoding/decoder.ts';
import type { FileStore, StoredBytes } from './fileStore.ts';
import { findPublicFile, insertFlyerFile, sumFlyerBytes } from './files.query.ts';
import { MAX_FRAMES, MAX_IMAGE_PIXELS } from './imageLimits.ts';
import { readStored, type StoredFile } from './readStored.ts';
import { StoredFile as FileEntity } from './storedFile.entity.ts';
import { readThumbnail, thumbnailWidth } from './thumbnails.ts';

export type { CheckedImage };

/** What is recorded of a picture whose bytes are in the store. */
export type StoredImage = Omit<CheckedImage, 'bytes'> & { readonly byteSize: number };

const REFUSALS: Readonly<Record<Refusal, (what: string) => HttpError>> = {
  not_an_image: (what) => unsupportedType('file.not_an_image', `${what} is not a JPEG, PNG, WebP or GIF picture.`),
  damaged: (what) => unsupportedType('file.not_an_image', `${what} is damaged and cannot be read.`),
  too_many_pixels: (what) =>
    tooLarge('file.too_large', `${what} has more than ${MAX_IMAGE_PIXELS / 1e6} million pixels.`),
  too_deep: (what) =>
    tooLarge('file.too_large', `${what} has more than 8 bits per color and too many pixels for that.`),
  too_many_frames: (what) => tooLarge('file.too_large', `${what} has more than ${MAX_FRAMES} frames.`),
  too_slow: (what) => tooLarge('file.too_large', `${what} takes too long to be opened.`),
};

/**
 * Checks a picture by its bytes and by decoding it, in a separate process; returns it without metadata. `what` begins the
 * sentence of a refusal. Throws 413 file.too_large, 415 file.not_an_image.
 */
export async function checkImage(bytes: Buffer, what = 'The picture'): Promise<CheckedImage> {
  if (bytes.length > MAX_IMAGE_BYTES) throw tooLarge('file.too_large', `${what} is larger than 10 MB.`);
  const checked = await decoder.check(bytes);
  if (typeof checked === 'string') throw REFUSALS[checked](what);
  return checked;
}

/**
 * Puts the bytes into the store. Not inside a transaction: the store may be far away, or need a connection of its own.
 * Bytes without a file row are deleted after an hour (deleteUnusedBlobs.ts).
 */
export async function putImage(store: FileStore, { bytes, ...image }: CheckedImage): Promise<StoredImage> {
  await store.put(`original/${image.sha256}`, bytes, image.contentType);
  return { ...image, byteSize: bytes.length };
}

const quotaExceeded = () =>
  unprocessable(
    'file.quota_exceeded',
    `Your flyers may take up ${MAX_FLYER_BYTES_PER_USER / 1024 ** 3} GB. Delete flyers or assistants that you no longer need.`,
  );

/** Throws 422 file.quota_exceeded where the quota is used up, before anything is uploaded. */
export async function refuseWithoutSpace(db: Db, ownerId: string): Promise<void> {
  const [used] = await sumFlyerBytes(db, [ownerId]);
  if (Number(used?.bytes ?? 0) >= MAX_FLYER_BYTES_PER_USER) throw quotaExceeded();
}

/**
 * Inserts the row of a flyer's picture whose bytes are in the store; returns the file's id. Throws 422 file.quota_exceeded. Call
 * it before any lock of an assistant in the same transaction.
 */
export async function addFlyerFile(db: Db, ownerId: string, image: StoredImage): Promise<string> {
  const { sha256, contentType, byteSize, width, height } = image;
  const [file] = await insertFlyerFile(db, [
    ownerId,
    sha256,
    contentType,
    byteSize,
    width,
    height,
    MAX_FLYER_BYTES_PER_USER,
  ]);
  if (!file?.id) throw quotaExceeded();
  return file.id;
}

/** Checks, stores and records the screenshot of a post; returns the file's id. Throws as checkImage does. */
export async function storeScreenshot(
  db: Db,
  store: FileStore,
  { ownerId, bytes }: { ownerId: string; bytes: Buffer },
): Promise<string> {
  const image = await putImage(store, await checkImage(bytes));
  // Screenshots do not count for the quota.
  const { identifiers } = await db.insert(FileEntity, { ownerId, ...image, isScreenshot: true });
  return identifiers[0]?.id;
}

function lost(): never {
  throw notFound('file.not_found', 'This picture does not exist.');
}

/** The stored original, also one that is not public. Throws 404 file.not_found. */
export async function readOriginal(db: Db, store: FileStore, fileId: string): Promise<StoredBytes> {
  const file = await db.findOneBy(FileEntity, { id: fileId });
  const stored = file ? await store.get(`original/${file.sha256}`) : null;
  return stored ?? lost();
}

/**
 * The public picture: the original, or its thumbnail of at least `asked` pixels (never enlarged). Throws 404
 * file.not_found, also for deleted ones. `tag` identifies its bytes, for ETag.
 */
export async function findPublicImage(db: Db, store: FileStore, fileId: string, asked?: number) {
  const [file] = await findPublicFile(db, [fileId]);
  if (!file) return lost();
  const { sha256, width, height } = file;
  // Pictures from before MAX_IMAGE_PIXELS are not decoded any more.
  const step = asked === undefined || width * height > MAX_IMAGE_PIXELS ? null : thumbnailWidth(asked, width);
  return {
    tag: step === null ? sha256 : `${sha256}-${step}`,
    /** Throws 404 file.not_found when the store has lost the bytes. */
    async open(): Promise<StoredFile> {
      if (step === null) return (await readStored(store, `original/${sha256}`)) ?? lost();
      const { bytes, contentType } = (await readThumbnail(store, sha256, step)) ?? lost();
      return { contentType, size: bytes.length, body: bytes };
    },
  };
}
