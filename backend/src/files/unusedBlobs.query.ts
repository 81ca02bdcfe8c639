import { statement } from '../database/statement.ts';

/*
 * The table `unused_blobs` lists originals that may have no row in `files`: those that were just stored, whose row is inserted
 * later or never, and those whose last row may be deleted. A listed original is deleted an hour after it was listed or stored
 * again, if it has no row then.
 */

/** Called before the key is stored. Waits while the key is being deleted. */
export const listStoredBlob = statement<never, [string]>(
  `INSERT INTO unused_blobs (key, delete_after) VALUES ($1, now() + interval '1 hour')
   ON CONFLICT (key) DO UPDATE SET delete_after = excluded.delete_after`,
);

/** Keys that are due for deletion, locked until the transaction ends: storing one of them waits for that. */
export const lockDueBlobs = statement<{ key: string }, [number]>(
  'SELECT key FROM unused_blobs WHERE delete_after <= now() ORDER BY delete_after LIMIT $1 FOR UPDATE SKIP LOCKED',
);

/**
 * The keys that no file uses. A statement of its own, so that its snapshot includes files that were added before the keys were
 * locked. A key whose last file is deleted meanwhile is listed again.
 */
export const selectUnusedBlobs = statement<{ key: string }, [readonly string[]]>(
  `SELECT key FROM unnest($1::text[]) key
   WHERE NOT EXISTS (SELECT FROM files f WHERE f.sha256 = split_part(key, '/', 2))`,
);

export const unlistBlobs = statement<never, [readonly string[]]>(
  'DELETE FROM unused_blobs WHERE key = ANY ($1::text[])',
);
