import { MAX_FLYER_BYTES_PER_USER, MAX_IMAGE_BYTES } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import { type HttpError, notFound, tooLarge, unprocessable, unsupportedType } from '../server/http/errors.ts';
import { type CheckedImage, MAX_FRAMES, MAX_IMAGE_PIXELS, type Refusal } from './decoding/decode.ts';
import { decoder } from './decoding/decoder.ts';
import type { FileStore, StoredBytes } from './fileStore.ts';
import { findPublicFile, insertFlyerFile, sumFlyerBytes } from './files.query.ts';
import { readStored, type StoredFile } from './readStored.ts';
import { StoredFile as FileEntity } from './storedFile.entity.ts';
import { readThumbnail, thumbnailWidth } from './thumbnails.ts';

export type { CheckedImage };

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

/** Without metadata. `what` is the subject of the error message. */
export async function checkImage(bytes: Buffer, what = 'The picture'): Promise<CheckedImage> {
  if (bytes.length > MAX_IMAGE_BYTES) throw tooLarge('file.too_large', `${what} is larger than 10 MB.`);
  const checked = await decoder.check(bytes);
  if (typeof checked === 'string') throw REFUSALS[checked](what);
  return checked;
}

/** Not inside a transaction: the store may be remote, or need another connection. Bytes without a file row are deleted after an hour. */
export async function putImage(store: FileStore, { bytes, ...image }: CheckedImage): Promise<StoredImage> {
  await store.put(`original/${image.sha256}`, bytes, image.contentType);
  return { ...image, byteSize: bytes.length };
}

const quotaExceeded = () =>
  unprocessable(
    'file.quota_exceeded',
    `Your flyers may take up ${MAX_FLYER_BYTES_PER_USER / 1024 ** 3} GB. Delete flyers or assistants that you no longer need.`,
  );

/** Before an upload is read. */
export async function checkQuota(db: Db, ownerId: string): Promise<void> {
  const [used] = await sumFlyerBytes(db, [ownerId]);
  if (Number(used?.bytes ?? 0) >= MAX_FLYER_BYTES_PER_USER) throw quotaExceeded();
}

/** Returns the file's id. Call it before the transaction locks an assistant, to avoid deadlocks. */
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

/** Returns the file's id. */
export async function storeScreenshot(
  db: Db,
  store: FileStore,
  { ownerId, bytes }: { ownerId: string; bytes: Buffer },
): Promise<string> {
  const image = await putImage(store, await checkImage(bytes));
  // Inserted without a quota check: screenshots do not count.
  const { identifiers } = await db.insert(FileEntity, { ownerId, ...image, isScreenshot: true });
  return identifiers[0]?.id;
}

function throwNotFound(): never {
  throw notFound('file.not_found', 'This picture does not exist.');
}

/** Also if it is not public. */
export async function readOriginal(db: Db, store: FileStore, fileId: string): Promise<StoredBytes> {
  const file = await db.findOneBy(FileEntity, { id: fileId });
  const stored = file ? await store.get(`original/${file.sha256}`) : null;
  return stored ?? throwNotFound();
}

/** At least `minWidth` pixels wide or as wide as the original. `tag` identifies the bytes, for ETag. */
export async function findPublicImage(db: Db, store: FileStore, fileId: string, minWidth?: number, token = '') {
  const [file] = await findPublicFile(db, [fileId, token]);
  if (!file) return throwNotFound();
  const { sha256, width } = file;
  const thumbnail = minWidth === undefined ? null : thumbnailWidth(minWidth, width);
  return {
    tag: thumbnail === null ? sha256 : `${sha256}-${thumbnail}`,
    async open(): Promise<StoredFile> {
      if (thumbnail === null) return (await readStored(store, `original/${sha256}`)) ?? throwNotFound();
      const { bytes, contentType } = (await readThumbnail(store, sha256, thumbnail)) ?? throwNotFound();
      return { contentType, size: bytes.length, body: bytes };
    },
  };
}
