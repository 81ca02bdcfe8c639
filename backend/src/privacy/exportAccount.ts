import { MAX_ZIP_BYTES, MAX_ZIP_FILES } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import type { Db } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import { type ZipEntry, zipOf } from '../exports/zipOf.ts';
import type { FileStore } from '../files/fileStore.ts';
import { piecesOf, readStored } from '../files/readStored.ts';
import type { JobHandler } from '../jobs/enqueue.query.ts';
import {
  addPart,
  beginAttempt,
  deleteExportRow,
  type ExportedFile,
  type ExportRow,
  exportJson,
  listExpiredExports,
  lockExport,
  lockUnfinishedExport,
  markReady,
} from './accountExports.query.ts';

const PART_BYTES = 4 * 1024 * 1024;
/** Each key is a call of its own to an S3 store. */
const KEYS_DELETED_AT_ONCE = 50;

interface ExportLimits {
  readonly partBytes?: number;
  readonly maxBytes?: number;
  readonly maxFiles?: number;
}

const partKey = ({ id, attempt }: Pick<ExportRow, 'id' | 'attempt'>, part: number) => `export/${id}/${attempt}/${part}`;

/** Includes the part that an attempt may have stored before it could record it. */
async function deleteParts(store: FileStore, row: ExportRow): Promise<void> {
  const keys = Array.from({ length: row.parts + 1 }, (_, part) => partKey(row, part));
  while (keys.length > 0) await store.delete(keys.splice(0, KEYS_DELETED_AT_ONCE));
}

/** Deletes the parts of an attempt that died. Of two jobs only the newer one can add parts. */
export const exportAccount =
  (
    { db, files, logger }: Pick<AppContext, 'db' | 'files' | 'logger'>,
    limits: ExportLimits = {},
  ): JobHandler<'export_account'> =>
  async ({ export_id: id }, { abortSignal }) => {
    const begun = await inTransaction(db, async (db) => {
      const [row] = await lockUnfinishedExport(db, [id]);
      if (!row) return null;
      await deleteParts(files, row);
      const [next] = await beginAttempt(db, [id]);
      return next ? { id, ownerId: row.owner_id, attempt: next.attempt } : null;
    });
    if (!begun) return;
    const { filesLeftOut, parts } = await writeParts({ db, files }, begun, limits, abortSignal);
    if (parts === null) return;
    await markReady(db, [id, begun.attempt, filesLeftOut]);
    logger.info({ userId: begun.ownerId, parts }, 'an export of an account is ready');
  };

/** Null if another attempt has begun or the export was deleted. */
async function writeParts(
  { db, files }: { db: Db; files: FileStore },
  { id, ownerId, attempt }: { id: string; ownerId: string; attempt: number },
  { partBytes = PART_BYTES, maxBytes = MAX_ZIP_BYTES, maxFiles = MAX_ZIP_FILES }: ExportLimits,
  abortSignal: AbortSignal,
) {
  const listed: ExportedFile[] = [];
  const json = exportJson(db, ownerId, { maxBytes, maxFiles, onFile: (file) => listed.push(file) });
  let parts = 0;
  const writePart = (bytes: Buffer): Promise<boolean> =>
    // The row stays locked until the part is stored, so that a deletion of the export finds it.
    inTransaction(db, async (db) => {
      const [added] = await addPart(db, [id, attempt, bytes.length]);
      if (added) await files.put(partKey({ id, attempt }, added.part), bytes, 'application/zip');
      return added !== undefined;
    });
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  for await (const piece of zipOf(entriesOf(files, json, listed))) {
    abortSignal.throwIfAborted();
    waiting.push(piece);
    waitingBytes += piece.length;
    if (waitingBytes < partBytes) continue;
    if (!(await writePart(Buffer.concat(waiting)))) return { parts: null, filesLeftOut: 0 };
    parts += 1;
    waiting = [];
    waitingBytes = 0;
  }
  if (waitingBytes > 0 && !(await writePart(Buffer.concat(waiting)))) return { parts: null, filesLeftOut: 0 };
  return { parts: parts + 1, filesLeftOut: listed.filter(({ path }) => path === null).length };
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text);
}

/** `listed` is filled while the JSON is read, which comes first. */
async function* entriesOf(
  store: FileStore,
  json: AsyncIterable<string>,
  listed: readonly ExportedFile[],
): AsyncGenerator<ZipEntry> {
  yield { name: 'data.json', isText: true, chunks: encoded(json) };
  for (const { path, sha256 } of listed) {
    const stored = path === null ? null : await readStored(store, `original/${sha256}`);
    if (path === null || !stored) continue;
    yield { name: path, chunks: piecesOf(stored) };
  }
}

/** In pieces, because a whole part would keep the event loop busy. */
export async function* readExport(
  store: FileStore,
  row: Pick<ExportRow, 'id' | 'attempt' | 'parts'>,
): AsyncGenerator<Buffer> {
  for (let part = 0; part < row.parts; part++) {
    const stored = await readStored(store, partKey(row, part));
    if (!stored) throw new Error('A part of an export was deleted while it was read.');
    yield* piecesOf(stored);
  }
}

/** Waits for a part that is being stored. A running job finds no export and ends. */
export const deleteExportOf = (
  db: Db,
  store: FileStore,
  ownerId: string,
  { onlyExpired = false } = {},
): Promise<void> =>
  inTransaction(db, async (db) => {
    const [row] = await lockExport(db, [ownerId, onlyExpired]);
    if (!row) return;
    await deleteParts(store, row);
    await deleteExportRow(db, [row.id]);
  });

export async function deleteExpiredExports(db: Db, store: FileStore): Promise<void> {
  for (const { owner_id } of await listExpiredExports(db, [])) {
    await deleteExportOf(db, store, owner_id, { onlyExpired: true });
  }
}
