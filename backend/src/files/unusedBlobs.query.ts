import { statement } from '../database/statement.ts';

/*
 * `unused_blobs` lists originals that may belong to no file: those just stored, whose `files` row comes later or never, and those
 * whose last file may be deleted. A listed one is deleted only an hour after it was listed or last stored.
 */

/** Called before every upload of the key. Waits while the key is being deleted. */
export const listStoredBlob = statement<never, [string]>(
  'list_stored_blob',
  `INSERT INTO unused_blobs (key, delete_after) VALUES ($1, now() + interval '1 hour')
   ON CONFLICT (key) DO UPDATE SET delete_after = excluded.delete_after`,
);

/** Keys that are due, locked until the transaction ends: an upload of one waits for it. */
export const lockDueBlobs = statement<{ key: string }, [number]>(
  'lock_due_blobs',
  'SELECT key FROM unused_blobs WHERE delete_after <= now() ORDER BY delete_after LIMIT $1 FOR UPDATE SKIP LOCKED',
);

/**
 * Those of the keys that no file needs. A separate statement, so that it sees files added before the keys were locked. A key
 * whose file is deleted meanwhile is listed again.
 */
export const selectUnneededBlobs = statement<{ key: string }, [readonly string[]]>(
  'unneeded_blobs',
  `SELECT key FROM unnest($1::text[]) key
   WHERE NOT EXISTS (SELECT FROM files f WHERE f.sha256 = split_part(key, '/', 2))`,
);

export const unlistBlobs = statement<never, [readonly string[]]>(
  'unlist_blobs',
  'DELETE FROM unused_blobs WHERE key = ANY ($1::text[])',
);
