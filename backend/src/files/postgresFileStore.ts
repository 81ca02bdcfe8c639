import pLimit from 'p-limit';
import type { Pool } from 'pg';
import type { FileStore } from './fileStore.ts';

/** Many readers of large pictures would otherwise occupy every connection and the event loop. */
const READS_AT_ONCE = 1;

/** Stores bytes in the table `blobs`: nothing else to install or back up. */
export function createPostgresFileStore(pool: Pool): FileStore {
  const limit = pLimit(READS_AT_ONCE);
  return {
    async put(key, bytes, contentType) {
      await pool.query(
        'INSERT INTO blobs (key, content_type, bytes) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING',
        [key, contentType, bytes],
      );
    },
    async get(key) {
      const { rows } = await limit(() =>
        pool.query<{ content_type: string; bytes: Buffer }>({
          name: 'blob',
          text: 'SELECT content_type, bytes FROM blobs WHERE key = $1',
          values: [key],
        }),
      );
      const [blob] = rows;
      return blob ? { bytes: blob.bytes, contentType: blob.content_type } : null;
    },
    async getPart(key, start, length) {
      // The column's storage is EXTERNAL, so Postgres reads no more than the part.
      const { rows } = await limit(() =>
        pool.query<{ content_type: string; size: number; bytes: Buffer }>({
          name: 'blob_part',
          text: `SELECT content_type, octet_length(bytes) AS size, substring(bytes FROM $2::int + 1 FOR $3::int) AS bytes
        FROM blobs WHERE key = $1`,
          values: [key, start, length],
        }),
      );
      const [part] = rows;
      return part ? { bytes: part.bytes, contentType: part.content_type, size: part.size } : null;
    },
    async delete(keys) {
      await pool.query('DELETE FROM blobs WHERE key = ANY ($1::text[])', [keys]);
    },
  };
}
