import { pipeline, type Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import QueryStream from 'pg-query-stream';
import { poolOf } from '../database/pool.ts';
import { type Db, sql } from '../database/statement.ts';
import type { AnyExport } from './csvExport.ts';

/** Rows kept at once, in Postgres' answer and in our memory. */
const BATCH_ROWS = 500;
/** A reader that reads nothing for this long is disconnected: its snapshot would keep vacuum from working. */
const IDLE_READER_SECONDS = 60;

/** A text that a spreadsheet would treat as a formula, also after spaces; the wide signs too, which some normalise. */
const FORMULA = /^(\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/;

/** RFC 4180 with a byte order mark, so that spreadsheets read it as UTF-8; formulas get an apostrophe. */
const csvOf = (columns: readonly string[]) =>
  stringify({
    columns: [...columns],
    header: true,
    bom: true,
    record_delimiter: 'windows',
    // By default only what contains the file's own line break is quoted, but readers end a row at either half of it.
    quoted_match: /[\r\n]/,
    cast: {
      date: (date) => date.toISOString(),
      boolean: (value) => (value ? 'yes' : 'no'),
      string: (text) => (FORMULA.test(text) ? `'${text}` : text),
    },
  });

const cancelBackend = sql<never, [processId: number]>('SELECT pg_cancel_backend($1)');

/**
 * The rows of a query as CSV, read as fast as the reader takes them and never more than a batch ahead. The stream occupies a
 * connection in a read-only transaction until it has ended or is destroyed, which cancels the query.
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
  // The rows alone would wait forever for an answer of the lost connection.
  const breakOff = (error: Error) => csv.destroy(error);
  client.on('error', breakOff);
  csv.once('close', async () => {
    try {
      if (!rows.readableEnded) throw new Error('Closed before its end.');
      await client.query('COMMIT');
      client.release();
    } catch {
      // Otherwise Postgres would go on sorting for a closed connection.
      await cancelBackend(db, [(client as unknown as { processID: number }).processID]).catch(() => undefined);
      client.release(true);
    }
    client.off('error', breakOff);
  });
  pipeline(rows, csv, () => {});
  return csv;
}
