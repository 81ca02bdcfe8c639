import { statement } from '../database/statement.ts';

/**
 * `unused_blobs` lists originals whose last file may be gone. An upload stores its bytes first and its `files` row later,
 * so a listed original is deleted only an hour after it was listed or last uploaded.
 */
export const BLOB_GRACE = `interval '1 hour'`;

/** Called before every upload of the key. */
export const postponeBlobDeletion = statement<never, [string]>(
  'postpone_blob_deletion',
  `UPDATE unused_blobs SET delete_after = now() + ${BLOB_GRACE} WHERE key = $1`,
);

/** Keys that are due, locked until the transaction ends: an upload of one waits for it. */
export const lockDueBlobs = statement<{ key: string }, [number]>(
  'lock_due_blobs',
  'SELECT key FROM unused_blobs WHERE delete_after <= now() ORDER BY delete_after LIMIT $1 FOR UPDATE SKIP LOCKED',
);

/** Those of the keys that no file needs. A statement of its own, so that it sees files added before the keys were locked. */
export const selectUnneededBlobs = statement<{ key: string }, [readonly string[]]>(
  'unneeded_blobs',
  `SELECT key FROM unnest($1::text[]) key
   WHERE NOT EXISTS (SELECT FROM files f WHERE f.sha256 = split_part(key, '/', 2))`,
);

export const unlistBlobs = statement<never, [readonly string[]]>(
  'unlist_blobs',
  'DELETE FROM unused_blobs WHERE key = ANY ($1::text[])',
);
