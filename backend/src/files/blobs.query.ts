import { sql, statement } from '../database/statement.ts';

export const insertBlob = sql<never, [key: string, contentType: string, bytes: Buffer]>(
  'INSERT INTO blobs (key, content_type, bytes) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING',
);

/** Reads a part of a blob. The column's storage is EXTERNAL, so that Postgres reads only this part. */
export const findBlob = statement<
  { content_type: string; size: number; bytes: Buffer },
  [key: string, start: number, length: number]
>(
  `SELECT content_type, octet_length(bytes) AS size, substring(bytes FROM $2::int + 1 FOR $3::int) AS bytes
   FROM blobs WHERE key = $1`,
);

export const deleteBlobs = sql<never, [keys: readonly string[]]>('DELETE FROM blobs WHERE key = ANY ($1::text[])');
