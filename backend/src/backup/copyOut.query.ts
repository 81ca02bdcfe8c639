import { to as copyTo } from 'pg-copy-streams';
import { clientOf, type Db } from '../database/statement.ts';

/** Writes rows as COPY's text; returns how many there were. */
export type CopiedRows = AsyncGenerator<Buffer, number>;

/** `source`: a table with its columns, or a query in parentheses. */
export async function* copyOut(db: Db, source: string): CopiedRows {
  const client = await clientOf(db);
  const rows = client.query(copyTo(`COPY ${source} TO STDOUT`));
  yield* rows;
  return rows.rowCount;
}
