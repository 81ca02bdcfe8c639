import type { Config } from '../config.ts';
import type { Db } from '../database/statement.ts';
import type { FileStore } from './fileStore.ts';
import { createPostgresFileStore } from './postgresFileStore.ts';
import { createS3FileStore } from './s3FileStore.ts';
import { listStoredBlob } from './unusedBlobs.query.ts';

/**
 * An S3 bucket where the settings name one, else the database. S3 may be set up later: files that were stored in the database
 * before are still read and deleted there.
 */
export function createFileStore({ s3 }: Pick<Config, 's3'>, db: Db): FileStore {
  const database = createPostgresFileStore(db);
  const bucket = s3 && createS3FileStore(s3);
  return {
    async put(key, bytes, contentType) {
      // A thumbnail is deleted with its original. Waits while that is being deleted, and then stores the key again.
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
