import { escapeLiteral } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { clientOf, type Db, sql } from '../../database/statement.ts';
import type { BackedUpTable } from './backupTables.query.ts';

/** In COPY's text format. Returns the number of rows. */
export type CopiedRows = AsyncGenerator<Buffer, number>;

/** `source`: a table with its columns, or a query in parentheses. */
async function* copyOut(db: Db, source: string): CopiedRows {
  const client = await clientOf(db);
  const rows = client.query(copyTo(`COPY ${source} TO STDOUT`));
  yield* rows;
  return rows.rowCount;
}

export const copyTable = (db: Db, { name, columns }: BackedUpTable): CopiedRows =>
  copyOut(db, `${name} (${columns.join(', ')})`);

/** A batch is one statement, because its snapshot lasts until it is written. It has at least one blob. */
const BATCH_BYTES = 16 * 1024 * 1024;

/** Null after the last blob. Postgres knows the sizes without reading the bytes. */
const lastKeyOfBatch = sql<{ last_key: string | null }, [after: string]>(
  `SELECT max(key) AS last_key FROM (
    SELECT key, sum(octet_length(bytes)) OVER (ORDER BY key) - octet_length(bytes) AS bytes_before
    FROM (SELECT key, bytes FROM blobs WHERE key > $1 ORDER BY key LIMIT 500) next
  ) sized WHERE bytes_before < ${BATCH_BYTES}`,
);

/** Retention may have deleted a blob of the snapshot: the restored file answers 404, as the original does. */
export async function* copyBlobs(db: Db, { name, columns }: BackedUpTable): CopiedRows {
  let count = 0;
  for (let after = ''; ; ) {
    const [batch] = await lastKeyOfBatch(db, [after]);
    const lastKey = batch?.last_key ?? null;
    if (lastKey === null) return count;
    const [from, to] = [after, lastKey].map((key) => escapeLiteral(key));
    const blobs = `SELECT ${columns.join(', ')} FROM ${name} WHERE key > ${from} AND key <= ${to} ORDER BY key`;
    count += yield* copyOut(db, `(${blobs})`);
    after = lastKey;
  }
}
