import pLimit from 'p-limit';
import type { Config } from '../config.ts';
import { type Db, sql, statement } from '../database/statement.ts';
import { listStoredBlob } from './deleteUnusedBlobs.ts';
import type { FileStore } from './fileStore.ts';
import { createS3FileStore } from './s3FileStore.ts';

const insertBlob = sql<never, [key: string, contentType: string, bytes: Buffer]>(
  'INSERT INTO blobs (key, content_type, bytes) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING',
);

/** EXTERNAL storage lets Postgres read only this part. */
const findBlob = statement<
  { content_type: string; size: number; bytes: Buffer },
  [key: string, start: number, length: number]
>(
  `SELECT content_type, octet_length(bytes) AS size, substring(bytes FROM $2::int + 1 FOR $3::int) AS bytes
   FROM blobs WHERE key = $1`,
);

export const deleteBlobs = sql<never, [keys: readonly string[]]>('DELETE FROM blobs WHERE key = ANY ($1::text[])');

/** Without a limit, concurrent downloads of large pictures could occupy all database connections and the event loop. */
const MAX_CONCURRENT_READS = 1;

/** Nothing but the database has to be installed and backed up. */
export function createPostgresFileStore(db: Db): FileStore {
  const limit = pLimit(MAX_CONCURRENT_READS);
  return {
    async put(key, bytes, contentType) {
      await insertBlob(db, [key, contentType, bytes]);
    },
    // Postgres stores less than 1 GB in a column.
    async get(key, start = 0, length = 2 ** 30) {
      const [part] = await limit(() => findBlob(db, [key, start, length]));
      return part ? { bytes: part.bytes, contentType: part.content_type, size: part.size } : null;
    },
    async delete(keys) {
      await deleteBlobs(db, [keys]);
    },
  };
}

/** Files that are in the database when S3 is set up later are still read and deleted there. */
export function createFileStore({ s3 }: Pick<Config, 's3'>, db: Db): FileStore {
  const database = createPostgresFileStore(db);
  const bucket = s3 && createS3FileStore(s3);
  return {
    async put(key, bytes, contentType) {
      // A thumbnail's key is listed as its original's, because both are deleted together. Waits for a deletion in progress.
      await listStoredBlob(db, [`original/${key.split('/')[1]}`]);
      await (bucket ?? database).put(key, bytes, contentType);
    },
    get: async (...part) => (await bucket?.get(...part)) ?? database.get(...part),
    async delete(keys) {
      await bucket?.delete(keys);
      await database.delete(keys);
    },
  };
}
