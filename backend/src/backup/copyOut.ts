import type { PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** Writes rows as COPY's text; returns how many there were. */
export type CopiedRows = AsyncGenerator<Buffer, number>;

/** `source`: a table with its columns, or a query in parentheses. */
export async function* copyOut(client: PoolClient, source: string): CopiedRows {
  const rows = client.query(copyTo(`COPY ${source} TO STDOUT`));
  yield* rows;
  return rows.rowCount;
}
