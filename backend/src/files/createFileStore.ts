import type { Config } from '../config.ts';
import type { Db } from '../database/statement.ts';
import type { FileStore } from './fileStore.ts';
import { createPostgresFileStore } from './postgresFileStore.ts';
import { createS3FileStore } from './s3FileStore.ts';
import { listStoredBlob } from './unusedBlobs.query.ts';

/**
 * Stores files in the S3 bucket of the settings, or without one in the database. Files that are in the database when S3 is
 * set up later are still read and deleted there.
 */
export function createFileStore({ s3 }: Pick<Config, 's3'>, db: Db): FileStore {
  const database = createPostgresFileStore(db);
  const bucket = s3 && createS3FileStore(s3);
  return {
    async put(key, bytes, contentType) {
      // A thumbnail's key is listed as its original's, because both are deleted together. Waits for a deletion in progress.
      // Exports have rows of their own.
      if (!key.startsWith('export/')) await listStoredBlob(db, [`original/${key.split('/')[1]}`]);
      await (bucket ?? database).put(key, bytes, contentType);
    },
    get: async (...part) => (await bucket?.get(...part)) ?? database.get(...part),
    async delete(keys) {
      await bucket?.delete(keys);
      await database.delete(keys);
    },
  };
}
