import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MAX_ZIP_BYTES, MAX_ZIP_FILES } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import type { ZipEntry } from '../exports/zipOf.ts';
import { piecesOf, readStored } from '../files/readStored.ts';
import { type ExportedFile, exportJson } from './exportJson.query.ts';

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
