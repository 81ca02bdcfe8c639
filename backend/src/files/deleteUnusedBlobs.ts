import { type Db, statement } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import type { FileStore } from './fileStore.ts';
import { THUMBNAIL_WIDTHS } from './thumbnails.ts';

/* Originals that may have no row in `files` are listed in `unused_blobs`, and deleted an hour later if they have none then. */

/** Before the key is stored. Waits while the key is being deleted. */
export const listStoredBlob = statement<never, [string]>(
  `INSERT INTO unused_blobs (key, delete_after) VALUES ($1, now() + interval '1 hour')
   ON CONFLICT (key) DO UPDATE SET delete_after = excluded.delete_after`,
);

/** Storing one of them waits until the transaction ends. */
const lockDueBlobs = statement<{ key: string }, [number]>(
  'SELECT key FROM unused_blobs WHERE delete_after <= now() ORDER BY delete_after LIMIT $1 FOR UPDATE SKIP LOCKED',
);

/** Its own statement, so that its snapshot includes files that were added before the keys were locked. */
const selectUnusedBlobs = statement<{ key: string }, [readonly string[]]>(
  `SELECT key FROM unnest($1::text[]) key
   WHERE NOT EXISTS (SELECT FROM files f WHERE f.sha256 = split_part(key, '/', 2))`,
);

const unlistBlobs = statement<never, [readonly string[]]>('DELETE FROM unused_blobs WHERE key = ANY ($1::text[])');

/** Small, because each blob needs five S3 calls while the transaction is open. */
const BATCH_SIZE = 20;

const withThumbnails = (key: string): string[] => [
  key,
  ...THUMBNAIL_WIDTHS.map((width) => `${key.replace('original/', 'thumbnail/')}/${width}`),
];

/** Safe to repeat and to run concurrently: a blob stays listed until the store has deleted it. Returns the number. */
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
