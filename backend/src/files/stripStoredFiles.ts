import type { Db } from '../database/statement.ts';
import { HttpError } from '../http/errors.ts';
import type { FileStore } from './fileStore.ts';
import { checkImage, putImage } from './files.service.ts';
import { markStripped, replaceStrippedBytes, selectFilesToStrip } from './storedFiles.query.ts';

const BATCH_SIZE = 20;

/**
 * Removes the metadata of originals that were stored by former versions, whose uploads did not remove it. Safe to repeat and to run
 * concurrently. Pictures that the checks refuse today stay unchanged. Stops early on `signal`. Returns the number of changed
 * originals.
 */
export async function stripStoredFiles(db: Db, store: FileStore, signal?: AbortSignal): Promise<number> {
  let changed = 0;
  for (;;) {
    const originals = await selectFilesToStrip(db, [BATCH_SIZE]);
    for (const { sha256 } of originals) if (await strip(db, store, sha256)) changed += 1;
    if (originals.length < BATCH_SIZE || signal?.aborted) return changed;
  }
}

async function strip(db: Db, store: FileStore, sha256: string): Promise<boolean> {
  const original = await store.get(`original/${sha256}`);
  const image = original && (await checkImage(original.bytes).catch(nullWhenRefused));
  if (!image || image.sha256 === sha256) {
    await markStripped(db, [sha256]);
    return false;
  }
  const { sha256: newSha256, byteSize } = await putImage(store, image);
  await replaceStrippedBytes(db, [sha256, newSha256, byteSize]);
  return true;
}

function nullWhenRefused(error: unknown): null {
  if (error instanceof HttpError && error.status < 500) return null;
  throw error;
}
