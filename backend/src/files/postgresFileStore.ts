import pLimit from 'p-limit';
import type { Db } from '../database/statement.ts';
import { deleteBlobs, findBlob, insertBlob } from './blobs.query.ts';
import type { FileStore } from './fileStore.ts';

/** Without a limit, concurrent downloads of large pictures could occupy all database connections and the event loop. */
const MAX_CONCURRENT_READS = 1;

/** Stores bytes in the table `blobs`, so that nothing but the database has to be installed and backed up. */
export function createPostgresFileStore(db: Db): FileStore {
  const limit = pLimit(MAX_CONCURRENT_READS);
  return {
    async put(key, bytes, contentType) {
      await insertBlob(db, [key, contentType, bytes]);
    },
    // The default length means all bytes: Postgres stores less than 1 GB in a column.
    async get(key, start = 0, length = 2 ** 30) {
      const [part] = await limit(() => findBlob(db, [key, start, length]));
      return part ? { bytes: part.bytes, contentType: part.content_type, size: part.size } : null;
    },
    async delete(keys) {
      await deleteBlobs(db, [keys]);
    },
  };
}
