import pLimit from 'p-limit';
import type { Db } from '../database/statement.ts';
import { deleteBlobs, findBlob, findBlobPart, insertBlob } from './blobs.query.ts';
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
    async get(key) {
      const [blob] = await limit(() => findBlob(db, [key]));
      return blob ? { bytes: blob.bytes, contentType: blob.content_type } : null;
    },
    async getPart(key, start, length) {
      const [part] = await limit(() => findBlobPart(db, [key, start, length]));
      return part ? { bytes: part.bytes, contentType: part.content_type, size: part.size } : null;
    },
    async delete(keys) {
      await deleteBlobs(db, [keys]);
    },
  };
}
