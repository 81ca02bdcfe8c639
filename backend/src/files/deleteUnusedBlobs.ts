import type { Pool } from 'pg';
import type { FileStore } from './fileStore.ts';
import { THUMBNAIL_WIDTHS } from './thumbnails.ts';
import { lockDueBlobs, selectUnneededBlobs, unlistBlobs, unlistNeededBlobs } from './unusedBlobs.query.ts';

/** Few at a time: each takes five calls of S3 while the transaction is open. */
const BATCH = 20;
/** Nearly all listed blobs were just uploaded and are needed. */
const NEEDED_BATCH = 1_000;

const withThumbnails = (key: string): string[] => [
  key,
  ...THUMBNAIL_WIDTHS.map((width) => `${key.replace('original/', 'thumbnail/')}/${width}`),
];

/**
 * Deletes the listed blobs that no file needs, and their thumbnails. Safe to run twice, also at the same time: a blob stays
 * listed until the store has deleted it. Returns how many blobs were deleted.
 */
export async function deleteUnusedBlobs(pool: Pool, store: FileStore, signal?: AbortSignal): Promise<number> {
  for (let unlisted = NEEDED_BATCH; unlisted === NEEDED_BATCH && !signal?.aborted; ) {
    unlisted = (await unlistNeededBlobs(pool, [NEEDED_BATCH]))[0]?.unlisted ?? 0;
  }
  let deleted = 0;
  for (;;) {
    const batch = await deleteBatch(pool, store);
    deleted += batch.deleted;
    if (batch.listed < BATCH || signal?.aborted) return deleted;
  }
}

async function deleteBatch(pool: Pool, store: FileStore): Promise<{ listed: number; deleted: number }> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const listed = (await lockDueBlobs(client, [BATCH])).map(({ key }) => key);
    const unneeded = (await selectUnneededBlobs(client, [listed])).map(({ key }) => key);
    if (unneeded.length > 0) await store.delete(unneeded.flatMap(withThumbnails));
    await unlistBlobs(client, [listed]);
    await client.query('COMMIT');
    return { listed: listed.length, deleted: unneeded.length };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
