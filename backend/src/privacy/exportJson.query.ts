import QueryStream from 'pg-query-stream';
import { poolOf } from '../database/pool.ts';
import type { Db } from '../database/statement.ts';
import { PERSONAL_TABLES } from './personalTables.query.ts';

const BATCH_ROWS = 200;

export type ExportedFile = { readonly path: string | null; readonly sha256: string };

/** In pieces, read in one snapshot. Holds a connection until the last piece is taken. */
export async function* exportJson(
  db: Db,
  ownerId: string,
  { maxBytes, maxFiles, onFile }: { maxBytes: number; maxFiles: number; onFile(file: ExportedFile): void },
): AsyncGenerator<string> {
  const client = await poolOf(db).connect();
  let isComplete = false;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const exportedAt = new Date().toISOString();
    yield `{"format":"flyerdeck-account-export-1","exported_at":"${exportedAt}"`;
    const { rows: tasks } = await client.query<{ id: string }>('SELECT id FROM tasks WHERE owner_id = $1', [ownerId]);
    for (const { table, of, isByTask, exported, order } of PERSONAL_TABLES) {
      if (!exported) continue;
      yield `,\n"${table}":[`;
      const values = [
        isByTask ? tasks.map(({ id }) => id) : ownerId,
        ...(table === 'files' ? [maxBytes, maxFiles] : []),
      ];
      const select = `SELECT ${exported} FROM ${table} WHERE ${of} ${order ? `ORDER BY ${order}` : ''}`;
      const rows = client.query(
        new QueryStream(`SELECT to_json(r)::text AS row FROM (${select}) r`, values, { batchSize: BATCH_ROWS }),
      );
      let isFirst = true;
      for await (const { row } of rows as AsyncIterable<{ row: string }>) {
        if (table === 'files') onFile(JSON.parse(row));
        yield `${isFirst ? '' : ','}\n${row}`;
        isFirst = false;
      }
      yield ']';
    }
    yield '}\n';
    await client.query('COMMIT');
    isComplete = true;
  } finally {
    // Also when the caller takes no more pieces: then the transaction is still open.
    client.release(!isComplete);
  }
}
