import type { Db } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import type { FileStore } from './fileStore.ts';
import { THUMBNAIL_WIDTHS } from './thumbnails.ts';
import { lockDueBlobs, selectUnusedBlobs, unlistBlobs } from './unusedBlobs.query.ts';

/** Small, because each blob needs five S3 calls while the transaction is open. */
const BATCH_SIZE = 20;

const withThumbnails = (key: string): string[] => [
  key,
  ...THUMBNAIL_WIDTHS.map((width) => `${key.replace('original/', 'thumbnail/')}/${width}`),
];

/**
 * Deletes the listed blobs that no file uses, and their thumbnails. Safe to repeat and to run concurrently: a blob stays listed
 * until the store has deleted it. Returns the number of deleted blobs.
 */
export async function deleteUnusedBlobs(db: Db, store: FileStore, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  for (;;) {
    const batch = await deleteBatch(db, store);
    deleted += batch.deleted;
    if (batch.listed < BATCH_SIZE || signal?.aborted) return deleted;
  }
}

const deleteBatch = (db: Db, store: FileStore): Promise<{ listed: number; deleted: number }> =>
  inTransaction(db, async (db) => {
    const listed = (await lockDueBlobs(db, [BATCH_SIZE])).map(({ key }) => key);
    const unused = (await selectUnusedBlobs(db, [listed])).map(({ key }) => key);
    if (unused.length > 0) await store.delete(unused.flatMap(withThumbnails));
    await unlistBlobs(db, [listed]);
    return { listed: listed.length, deleted: unused.length };
  });
