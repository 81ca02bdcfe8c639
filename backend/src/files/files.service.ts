import { createHash } from 'node:crypto';
import { MAX_FLYER_BYTES_PER_USER } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import { notFound, unprocessable } from '../http/errors.ts';
import type { FileStore, StoredBytes } from './fileStore.ts';
import { type FileRow, findFile, findPublicFile, insertFlyerFile, sumFlyerBytes } from './files.query.ts';
import { MAX_IMAGE_PIXELS } from './imageLimits.ts';
import { readImage } from './readImage.ts';
import { readStored, type StoredFile } from './readStored.ts';
import { StoredFile as FileEntity } from './storedFile.entity.ts';
import { readThumbnail, thumbnailWidth } from './thumbnails.ts';

/** A checked picture whose bytes are named by their hash. */
export interface CheckedImage {
  readonly contentType: string;
  /** Width and height as displayed, with the camera's rotation applied. */
  readonly width: number;
  readonly height: number;
  /** Without metadata. */
  readonly bytes: Buffer;
  readonly sha256: string;
}

/** What is recorded of a picture whose bytes are in the store. */
export type StoredImage = Omit<CheckedImage, 'bytes'> & { readonly byteSize: number };

/** Throws 413 file.too_large, 415 file.not_an_image; `what` begins their sentence. */
export async function checkImage(sent: Buffer, what?: string): Promise<CheckedImage> {
  const { bytes: stripped, ...facts } = await readImage(sent, what);
  const bytes = Buffer.from(stripped.buffer, stripped.byteOffset, stripped.byteLength);
  return { ...facts, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
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

/** The same for any other picture of a user. Throws as checkImage and addFlyerFile do. */
export async function storeImage(
  db: Db,
  store: FileStore,
  { ownerId, bytes }: { ownerId: string; bytes: Buffer },
): Promise<string> {
  const image = await putImage(store, await checkImage(bytes));
  return addFlyerFile(db, ownerId, image);
}

export interface ImageVersion {
  /** Identifies these bytes, for ETag. */
  readonly tag: string;
  /** Throws 404 file.not_found when the store has lost the bytes. */
  open(): Promise<StoredFile>;
}

function lost(): never {
  throw notFound('file.not_found', 'This picture does not exist.');
}

/** The stored original, also one that is not public. Throws 404 file.not_found. */
export async function readOriginal(db: Db, store: FileStore, fileId: string): Promise<StoredBytes> {
  const [file] = await findFile(db, [fileId]);
  const stored = file ? await store.get(`original/${file.sha256}`) : null;
  return stored ?? lost();
}

/** Pictures from before MAX_IMAGE_PIXELS are not decoded any more. */
function thumbnailStep({ width, height }: FileRow, asked: number | undefined): number | null {
  return asked === undefined || width * height > MAX_IMAGE_PIXELS ? null : thumbnailWidth(asked, width);
}

/**
 * The public picture: the original, or its thumbnail of at least `width` pixels (never enlarged). Throws 404
 * file.not_found, also for deleted ones.
 */
export async function findPublicImage(db: Db, store: FileStore, fileId: string, width?: number): Promise<ImageVersion> {
  const [file] = await findPublicFile(db, [fileId]);
  if (!file) return lost();
  const { sha256 } = file;
  const step = thumbnailStep(file, width);
  return {
    tag: step === null ? sha256 : `${sha256}-${step}`,
    async open() {
      if (step === null) return (await readStored(store, `original/${sha256}`)) ?? lost();
      const { bytes, contentType } = (await readThumbnail(store, sha256, step)) ?? lost();
      return { contentType, size: bytes.length, body: bytes };
    },
  };
}
