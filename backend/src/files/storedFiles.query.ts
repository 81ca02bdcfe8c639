import { statement } from '../database/statement.ts';

/** Originals whose metadata was not removed yet. */
export const selectFilesToStrip = statement<{ sha256: string }, [number]>(
  'SELECT DISTINCT sha256 FROM files WHERE NOT is_stripped ORDER BY sha256 LIMIT $1',
);

/** Points the files with the old bytes to the new bytes, which are in the store. Lists the old blob for deletion. */
export const replaceStrippedBytes = statement<never, [oldSha256: string, newSha256: string, newSize: number]>(
  `WITH listed AS (
    INSERT INTO unused_blobs (key, delete_after) VALUES ('original/' || $1, now() + interval '1 hour')
    ON CONFLICT (key) DO UPDATE SET delete_after = excluded.delete_after
  )
  UPDATE files SET sha256 = $2, byte_size = $3, is_stripped = true WHERE sha256 = $1 AND NOT is_stripped`,
);

/** Marks files whose bytes stay: they have no metadata, are missing in the store, or are refused by the checks. */
export const markStripped = statement<never, [string]>(
  'UPDATE files SET is_stripped = true WHERE sha256 = $1 AND NOT is_stripped',
);
