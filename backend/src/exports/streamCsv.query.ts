import { pipeline, type Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import QueryStream from 'pg-query-stream';
import { poolOf } from '../database/pool.ts';
import { type Db, sql } from '../database/statement.ts';
import type { AnyExport } from './csvExport.ts';

/** Rows that are fetched and held in memory at once. */
const BATCH_ROWS = 500;
/** A client that reads nothing for this long is disconnected, because its open snapshot prevents vacuum. */
const IDLE_READER_SECONDS = 60;

/** A text that a spreadsheet may treat as a formula, also after spaces. Some programs convert the full-width signs. */
const FORMULA = /^(\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/;

/** RFC 4180, with a byte order mark, so that spreadsheets read it as UTF-8. Formulas get an apostrophe in front. */
const csvOf = (columns: readonly string[]) =>
  stringify({
    columns: [...columns],
    header: true,
    bom: true,
    record_delimiter: 'windows',
    // By default only values with CRLF are quoted, but some programs end a row at CR or LF alone.
    quoted_match: /[\r\n]/,
    cast: {
      date: (date) => date.toISOString(),
      boolean: (value) => (value ? 'yes' : 'no'),
      string: (text) => (FORMULA.test(text) ? `'${text}` : text),
    },
  });

const cancelBackend = sql<never, [processId: number]>('SELECT pg_cancel_backend($1)');

/**
 * The rows of a query as CSV. They are read at the client's speed, at most one batch ahead. The stream occupies a connection in
 * a read-only transaction until it ends or is destroyed. Destroying it cancels the query.
 */
export async function streamCsv(
  db: Db,
  columns: readonly string[],
  query: ReturnType<AnyExport['select']>,
): Promise<Readable> {
  const client = await poolOf(db).connect();
  const begin = `BEGIN READ ONLY; SET LOCAL idle_in_transaction_session_timeout = '${IDLE_READER_SECONDS}s'; SET LOCAL jit = off`;
  await client.query(begin).catch((error) => {
    client.release(true);
    throw error;
  });
  const rows = client.query(
    new QueryStream(query.text, [...query.values], { batchSize: BATCH_ROWS, rowMode: 'array' }),
  );
  const csv = csvOf(columns);
  // After a lost connection the rows neither end nor fail.
  const destroyCsv = (error: Error) => csv.destroy(error);
  client.on('error', destroyCsv);
  csv.once('close', async () => {
    try {
      if (!rows.readableEnded) throw new Error('Closed before its end.');
      await client.query('COMMIT');
      client.release();
    } catch {
      // Postgres would continue the query of a closed connection.
      await cancelBackend(db, [(client as unknown as { processID: number }).processID]).catch(() => undefined);
      client.release(true);
    }
    client.off('error', destroyCsv);
  });
  pipeline(rows, csv, () => {});
  return csv;
}
