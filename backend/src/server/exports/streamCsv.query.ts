import { PassThrough, pipeline, Readable, Transform } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { PoolClient } from 'pg';
import { poolOf } from '../../database/pool.ts';
import type { Db } from '../../database/statement.ts';
import { beginSearch } from '../http/search.ts';
import type { CsvQuery } from './csvExport.ts';

const BATCH_ROWS = 500;
/** The open snapshot of a client that reads nothing keeps vacuum from removing rows. */
const IDLE_CLIENT_SECONDS = 60;

/** A spreadsheet could treat it as a formula, also after spaces. With the full-width forms of the signs. */
const FORMULA = /^(\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/;
/** For a spreadsheet with another separator these characters begin a cell, and quotes inside a cell do not help. */
const FORMULA_IN_NEXT_CELL = /([;|\t\r\n])(?=[^\S\r\n]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
const withoutFormulas = (text: string) => (FORMULA.test(text) ? `'${text}` : text).replace(FORMULA_IN_NEXT_CELL, "$1'");

/** RFC 4180 with a byte order mark, so that spreadsheets read UTF-8. An apostrophe is put before formulas. */
const csvOf = (columns: readonly string[]) =>
  stringify({
    columns: [...columns],
    header: true,
    bom: true,
    record_delimiter: 'windows',
    // By default only CRLF inside a text is quoted, but some programs treat a single CR or LF as the end of a row.
    quoted_match: /[\r\n;|\t]/,
    cast: {
      date: (date) => date.toISOString(),
      boolean: (value) => (value ? 'yes' : 'no'),
      string: withoutFormulas,
    },
  });

const formatterOf = (query: CsvQuery) =>
  query.cells
    ? new Transform({ objectMode: true, transform: (row, _, done) => done(null, query.cells?.(row as never)) })
    : new PassThrough({ objectMode: true });

/** An open portal would have the time limit of one statement for the whole download. */
async function* rowsOf(client: PoolClient, { text, values, cells }: CsvQuery): AsyncGenerator<unknown> {
  await client.query(`DECLARE exported NO SCROLL CURSOR FOR ${text}`, [...values]);
  const fetch = { text: `FETCH ${BATCH_ROWS} FROM exported`, ...(!cells && { rowMode: 'array' as const }) };
  for (;;) {
    const { rows } = await client.query(fetch);
    yield* rows;
    if (rows.length < BATCH_ROWS) return;
  }
}

/** Occupies a connection with a read-only transaction until the stream ends. Destroying the stream cancels the query. */
export async function streamCsv(db: Db, columns: readonly string[], query: CsvQuery): Promise<Readable> {
  const client = await poolOf(db).connect();
  try {
    await beginSearch(client);
    await client.query(`SET LOCAL idle_in_transaction_session_timeout = '${IDLE_CLIENT_SECONDS}s'`);
  } catch (error) {
    client.release(true);
    throw error;
  }
  const rows = Readable.from(rowsOf(client, query));
  const csv = csvOf(columns);
  // Between two batches no statement fails when the connection is lost.
  const destroyCsv = (error: Error) => csv.destroy(error);
  client.on('error', destroyCsv);
  csv.once('close', async () => {
    try {
      if (!rows.readableEnded) throw new Error('The stream was closed before its end.');
      await client.query('COMMIT');
      client.release();
    } catch {
      client.release(true);
    }
    client.off('error', destroyCsv);
  });
  pipeline(rows, formatterOf(query), csv, () => {});
  return csv;
}
