import pLimit from 'p-limit';
import type { Db } from '../database/statement.ts';
import { deleteBlobs, findBlob, insertBlob } from './blobs.query.ts';
import type { FileStore } from './fileStore.ts';

/** Many readers of large pictures would otherwise occupy every connection and the event loop. */
const READS_AT_ONCE = 1;

/** Stores bytes in the table `blobs`: nothing else to install or back up. */
export function createPostgresFileStore(db: Db): FileStore {
  const limit = pLimit(READS_AT_ONCE);
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
