import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { notFound } from '../http/errors.ts';
import type { FileStore, StoredBytes } from './fileStore.ts';
import { findFile } from './files.query.ts';
import { type ImageFacts, readImageFacts } from './imageFacts.ts';
import { readStored, type StoredFile } from './readStored.ts';
import { readThumbnail, thumbnailWidth } from './thumbnails.ts';

/** A judged picture whose bytes are named by their hash. */
export interface JudgedImage extends ImageFacts {
  readonly bytes: Buffer;
  readonly sha256: string;
}

/** Throws 413 file.too_large, 415 file.not_an_image; `what` begins their sentence. */
export async function judgeImage(bytes: Buffer, what?: string): Promise<JudgedImage> {
  return { ...(await readImageFacts(bytes, what)), bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/**
 * Puts the bytes where they belong. Not inside a transaction: the store may be far away, or want a connection of its own.
 * Bytes that no file row follows are harmless: nothing refers to them, and the same picture finds them again.
 */
export const putImage = (store: FileStore, { sha256, bytes, contentType }: JudgedImage): Promise<void> =>
  store.put(`original/${sha256}`, bytes, contentType);

/** Writes the row of a picture whose bytes are in the store; returns the file's id. */
export async function addFile(manager: EntityManager, ownerId: string, image: JudgedImage): Promise<string> {
  const [file] = await manager.query<{ id: string }[]>(
    `INSERT INTO files (owner_id, sha256, content_type, byte_size, width, height)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [ownerId, image.sha256, image.contentType, image.bytes.length, image.width, image.height],
  );
  if (!file) throw new Error('The new file was not stored.');
  return file.id;
}

/** Judges, stores and records one picture; returns the file's id. Throws as judgeImage does. */
export async function storeImage(
  dataSource: DataSource,
  store: FileStore,
  { ownerId, bytes }: { ownerId: string; bytes: Buffer },
): Promise<string> {
  const image = await judgeImage(bytes);
  await putImage(store, image);
  return addFile(dataSource.manager, ownerId, image);
}

/** Forgets a picture that no flyer shows any more: its address answers 404 from now on. */
export async function deleteUnusedFile(manager: EntityManager, fileId: string): Promise<void> {
  await manager.query('DELETE FROM files f WHERE f.id = $1 AND NOT EXISTS (SELECT FROM tasks WHERE file_id = f.id)', [
    fileId,
  ]);
}

export interface ImageVersion {
  /** Names these very bytes, for ETag. */
  readonly tag: string;
  /** All bytes at once. Throws 404 file.not_found when the store has lost them. */
  read(): Promise<StoredBytes>;
  /** For whoever may take long to read it. Throws as read does. */
  open(): Promise<StoredFile>;
}

function lost(): never {
  throw notFound('file.not_found', 'This picture does not exist.');
}

/** The original, or its thumbnail of at least `width` pixels (never enlarged). Throws 404 file.not_found. */
export async function findImage(pool: Pool, store: FileStore, fileId: string, width?: number): Promise<ImageVersion> {
  const [file] = await findFile(pool, [fileId]);
  if (!file) return lost();
  const { sha256 } = file;
  const step = width === undefined ? null : thumbnailWidth(width, file.width);
  const read = async () => {
    const stored = step === null ? await store.get(`original/${sha256}`) : await readThumbnail(store, sha256, step);
    return stored ?? lost();
  };
  return {
    tag: step === null ? sha256 : `${sha256}-${step}`,
    read,
    async open() {
      if (step === null) return (await readStored(store, `original/${sha256}`)) ?? lost();
      const { bytes, contentType } = await read();
      return { contentType, size: bytes.length, body: bytes };
    },
  };
}
