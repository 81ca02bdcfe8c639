import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MAX_ZIP_BYTES, MAX_ZIP_FILES } from '@flyerdeck/contracts';
import QueryStream from 'pg-query-stream';
import type { AppContext } from '../../context.ts';
import { poolOf } from '../../database/pool.ts';
import type { Db } from '../../database/statement.ts';
import { piecesOf, readStored } from '../../files/readStored.ts';
import type { ZipEntry } from '../../server/exports/zipOf.ts';
import { PERSONAL_TABLES } from './personalTables.query.ts';

const BATCH_ROWS = 200;

type ExportedFile = { readonly path: string | null; readonly sha256: string };

/** In pieces, read in one snapshot. Holds a connection until the last piece is taken. */
async function* exportJson(
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

/** The entries of the ZIP with all data of a user: `data.json`, then the pictures. */
export async function* exportEntries(
  { db, files }: Pick<AppContext, 'db' | 'files'>,
  ownerId: string,
  { maxBytes, maxFiles } = { maxBytes: MAX_ZIP_BYTES, maxFiles: MAX_ZIP_FILES },
): AsyncGenerator<ZipEntry> {
  const listed: ExportedFile[] = [];
  const json = exportJson(db, ownerId, { maxBytes, maxFiles, onFile: (file) => listed.push(file) });
  // A slow client must not hold the snapshot and the connection of the query.
  const folder = await mkdtemp(join(tmpdir(), 'flyerdeck-export-'));
  try {
    const file = join(folder, 'data.json');
    await pipeline(json, createWriteStream(file, { mode: 0o600 }));
    yield { name: 'data.json', isText: true, chunks: createReadStream(file) };
  } finally {
    await rm(folder, { recursive: true });
  }
  for (const { path, sha256 } of listed) {
    const stored = path === null ? null : await readStored(files, `original/${sha256}`);
    // It was deleted since the list was read.
    if (path === null || !stored) continue;
    yield { name: path, chunks: piecesOf(stored) };
  }
}
