import { ACCOUNT_EXPORT_KEPT_HOURS, ACCOUNT_EXPORT_MINUTES } from '@flyerdeck/contracts';
import QueryStream from 'pg-query-stream';
import { poolOf } from '../database/pool.ts';
import { type Db, sql } from '../database/statement.ts';
import { addJobSql, EXPORT_QUEUE } from '../jobs/enqueue.query.ts';
import { PERSONAL_TABLES } from './personalTables.query.ts';

export type ExportRow = {
  readonly id: string;
  readonly owner_id: string;
  readonly attempt: number;
  readonly parts: number;
  readonly byte_size: string;
  readonly files_left_out: number;
  readonly requested_at: Date;
  readonly ready_at: Date | null;
  readonly expires_at: Date | null;
};

const COLUMNS = 'id, owner_id, attempt, parts, byte_size, files_left_out, requested_at, ready_at, expires_at';

export const findExport = sql<ExportRow, [ownerId: string]>(
  `SELECT ${COLUMNS} FROM account_exports WHERE owner_id = $1 AND coalesce(expires_at > now(), true)`,
);

/** Unless one is being prepared or was requested a short time ago. */
export const requestExport = sql<{ requested: number }, [ownerId: string]>(
  `WITH requested AS (
    INSERT INTO account_exports (owner_id) SELECT id FROM users WHERE id = $1 AND erased_at IS NULL
    ON CONFLICT (owner_id) DO UPDATE SET requested_at = now(), ready_at = NULL, expires_at = NULL
    WHERE account_exports.ready_at IS NOT NULL
      AND account_exports.requested_at <= now() - interval '${ACCOUNT_EXPORT_MINUTES} minutes'
    RETURNING id
  ),
  job AS (
    SELECT ${addJobSql('export_account', `json_build_object('export_id', r.id)`, `'export:' || r.id::text`, { queueSql: EXPORT_QUEUE })} FROM requested r
  )
  SELECT count(*)::int AS requested FROM job`,
);

/** No row for an export that is ready or was deleted. */
export const lockUnfinishedExport = sql<ExportRow, [id: string]>(
  `SELECT ${COLUMNS} FROM account_exports WHERE id = $1 AND ready_at IS NULL FOR UPDATE`,
);
export const beginAttempt = sql<{ attempt: number }, [id: string]>(
  `UPDATE account_exports SET attempt = attempt + 1, parts = 0, byte_size = 0, files_left_out = 0 WHERE id = $1
   RETURNING attempt`,
);

/** No row if another attempt has begun or the export was deleted. Locks it until the transaction ends. */
export const addPart = sql<{ part: number }, [id: string, attempt: number, bytes: number]>(
  `UPDATE account_exports SET parts = parts + 1, byte_size = byte_size + $3
   WHERE id = $1 AND attempt = $2 AND ready_at IS NULL RETURNING parts - 1 AS part`,
);
export const markReady = sql<never, [id: string, attempt: number, filesLeftOut: number]>(
  `UPDATE account_exports
   SET ready_at = now(), expires_at = now() + interval '${ACCOUNT_EXPORT_KEPT_HOURS} hours', files_left_out = $3
   WHERE id = $1 AND attempt = $2 AND ready_at IS NULL`,
);

export const listExpiredExports = sql<{ owner_id: string }>(
  'SELECT owner_id FROM account_exports WHERE expires_at <= now()',
);
export const lockExport = sql<ExportRow, [ownerId: string, onlyExpired: boolean]>(
  `SELECT ${COLUMNS} FROM account_exports
   WHERE owner_id = $1 AND (NOT $2 OR expires_at <= now()) FOR UPDATE`,
);
export const deleteExportRow = sql<never, [id: string]>('DELETE FROM account_exports WHERE id = $1');

const BATCH_ROWS = 200;

export type ExportedFile = { readonly path: string | null; readonly sha256: string };

/** One snapshot. Holds a connection until the last piece is taken. */
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
