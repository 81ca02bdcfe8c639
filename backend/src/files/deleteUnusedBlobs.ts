import type { Db } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import type { FileStore } from './fileStore.ts';
import { THUMBNAIL_WIDTHS } from './thumbnails.ts';
import { lockDueBlobs, selectUnneededBlobs, unlistBlobs } from './unusedBlobs.query.ts';

/** Few at a time: each takes five calls of S3 while the transaction is open. */
const BATCH = 20;

const withThumbnails = (key: string): string[] => [
  key,
  ...THUMBNAIL_WIDTHS.map((width) => `${key.replace('original/', 'thumbnail/')}/${width}`),
];

/**
 * Deletes the listed blobs that no file needs, and their thumbnails. Safe to run twice, also at the same time: a blob stays
 * listed until the store has deleted it. Returns how many blobs were deleted.
 */
export async function deleteUnusedBlobs(db: Db, store: FileStore, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  for (;;) {
    const batch = await deleteBatch(db, store);
    deleted += batch.deleted;
    if (batch.listed < BATCH || signal?.aborted) return deleted;
  }
}

const deleteBatch = (db: Db, store: FileStore): Promise<{ listed: number; deleted: number }> =>
  inTransaction(db, async (db) => {
    const listed = (await lockDueBlobs(db, [BATCH])).map(({ key }) => key);
    const unneeded = (await selectUnneededBlobs(db, [listed])).map(({ key }) => key);
    if (unneeded.length > 0) await store.delete(unneeded.flatMap(withThumbnails));
    await unlistBlobs(db, [listed]);
    return { listed: listed.length, deleted: unneeded.length };
  });
