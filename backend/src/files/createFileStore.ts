import type { Config } from '../config.ts';
import type { Db } from '../database/statement.ts';
import type { FileStore } from './fileStore.ts';
import { createPostgresFileStore } from './postgresFileStore.ts';
import { createS3FileStore } from './s3FileStore.ts';
import { listStoredBlob } from './unusedBlobs.query.ts';

/** An S3 bucket where the settings name one, else the database. */
export function createFileStore({ s3 }: Pick<Config, 's3'>, db: Db): FileStore {
  const database = createPostgresFileStore(db);
  const store = s3 ? withOlderFiles(createS3FileStore(s3), database) : database;
  return {
    ...store,
    async put(key, bytes, contentType) {
      // A thumbnail is deleted with its original. Waits while that is being deleted, and then stores the key again.
      await listStoredBlob(db, [`original/${key.split('/')[1]}`]);
      await store.put(key, bytes, contentType);
    },
  };
}

/** S3 may be set up later: files that were stored in the database before are still read and deleted there. */
const withOlderFiles = (store: FileStore, older: FileStore): FileStore => ({
  put: store.put,
  get: async (key) => (await store.get(key)) ?? older.get(key),
  getPart: async (...part) => (await store.getPart(...part)) ?? older.getPart(...part),
  async delete(keys) {
    await store.delete(keys);
    await older.delete(keys);
  },
});
