import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import {
  type BodyOf,
  type bookCreditBatch,
  type CreditBatchBody,
  type CreditBatchPreview,
  MAX_ADJUSTMENT_CREDITS,
  MAX_ADJUSTMENT_DESCRIPTION_LENGTH,
  MAX_CREDIT_BATCH_ROWS,
  REFUSED_ROWS_SHOWN,
} from '@flyerdeck/contracts';
import { CsvError, parse } from 'csv-parse';
import type { Db } from '../../database/statement.ts';
import { conflict, unprocessable } from '../../http/errors.ts';
import { checkAdmin } from '../lockAdminAndTarget.ts';
import { listSelected } from '../userBatches.query.ts';
import { bookRows, findBookedBatch, findRefusedRows, lockAdminAndUsers, recordBatch } from './creditBatch.query.ts';

interface BatchRow {
  readonly line: number;
  readonly telegram_id: string;
  readonly amount: number;
  readonly description: string;
}
type Refused = CreditBatchPreview['refused'][number];

interface Batch {
  /** `BatchRow`s as JSON, for the statements. */
  readonly rows: string;
  /** Rows that no database is needed for to refuse them. */
  readonly refused: readonly Refused[];
  readonly rowsCount: number;
  readonly credits: number;
  /** The same for the same rows, whatever their order and the file's quotes and line breaks. */
  readonly hash: string;
  /** The rows are lines of a file. */
  readonly isFile: boolean;
}

const unreadable = (sentence: string) => unprocessable('credits.batch_unreadable', sentence);

const REASONS = {
  unknown: 'There is no such user.',
  below_zero: 'The balance would fall below zero.',
  too_many: 'The balance would be larger than can be kept.',
} as const;

type Cells = { readonly [column: string]: string };
interface Record {
  readonly info: { readonly lines: number };
  readonly record: Cells;
}

const CHUNK_BYTES = 16_384;
/** Other requests are answered between two pieces. Of bytes, because a piece of a text may end within a character. */
async function* chunksOf(csv: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(csv);
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    yield bytes.subarray(at, at + CHUNK_BYTES);
    await setImmediate();
  }
}

/** Throws 422 credits.batch_unreadable. */
async function readLines(csv: string): Promise<{ readonly line: number; readonly cells: Cells }[]> {
  const parser = parse({
    bom: true,
    columns: (header: string[]) => header.map((name) => name.toLowerCase().replaceAll(' ', '_')),
    // Spreadsheets of some countries separate by semicolons.
    delimiter: [',', ';', '\t'],
    info: true,
    skip_empty_lines: true,
    to: MAX_CREDIT_BATCH_ROWS + 1,
    trim: true,
  });
  const lines: { readonly line: number; readonly cells: Cells }[] = [];
  try {
    await pipeline(Readable.from(chunksOf(csv)), parser, async (records: AsyncIterable<Record>) => {
      for await (const { info, record } of records) lines.push({ line: info.lines, cells: record });
    });
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(`The file is not a CSV file: ${error.message}.`);
    throw error;
  }
  return lines;
}

function problemOf({ telegram_id, amount, description = '' }: Cells, seen: ReadonlyMap<string, number>): string | null {
  if (!telegram_id) return 'The telegram_id is missing.';
  const credits = Number(amount);
  if (!/^[+-]?\d{1,7}$/.test(amount ?? '') || credits === 0 || Math.abs(credits) > MAX_ADJUSTMENT_CREDITS)
    return `The amount must be a whole number of at most ${MAX_ADJUSTMENT_CREDITS.toLocaleString('en-US')}, and not zero.`;
  if (description.length > MAX_ADJUSTMENT_DESCRIPTION_LENGTH)
    return `The description is longer than ${MAX_ADJUSTMENT_DESCRIPTION_LENGTH} characters.`;
  const before = seen.get(telegram_id);
  return before === undefined ? null : `The same user is in line ${before}.`;
}

/** One row for each selected user. Throws 422 credits.batch_unreadable. */
async function linesOfUsers(db: Db, { users, amount, description }: Exclude<CreditBatchBody, { csv: string }>) {
  const selected = await listSelected(db, users);
  if (selected.length === 0) throw unreadable('No user matches.');
  if (selected.length > MAX_CREDIT_BATCH_ROWS)
    throw unreadable(`More than ${MAX_CREDIT_BATCH_ROWS.toLocaleString('en-US')} users match. Choose fewer.`);
  return selected.map(({ telegram_id }, index) => ({
    line: index + 1,
    cells: { telegram_id, amount: String(amount), description },
  }));
}

/** Throws 422 credits.batch_unreadable. */
async function linesOfFile(csv: string) {
  const lines = await readLines(csv);
  const [first] = lines;
  if (!first) throw unreadable('The file has no rows.');
  const missing = ['telegram_id', 'amount'].filter((name) => !(name in first.cells));
  if (missing.length > 0)
    throw unreadable(`The first line must name the columns; ${missing.join(' and ')} is missing.`);
  if (lines.length > MAX_CREDIT_BATCH_ROWS)
    throw unreadable(`The file has more than ${MAX_CREDIT_BATCH_ROWS.toLocaleString('en-US')} rows.`);
  return lines;
}

/** Throws 422 credits.batch_unreadable. */
async function readBatch(db: Db, body: CreditBatchBody): Promise<Batch> {
  const isFile = 'csv' in body;
  const lines: readonly { line: number; cells: Cells }[] = isFile
    ? await linesOfFile(body.csv)
    : await linesOfUsers(db, body);
  const seen = new Map<string, number>();
  const rows: BatchRow[] = [];
  const refused: Refused[] = [];
  for (const { line, cells } of lines) {
    const reason = problemOf(cells, seen);
    if (reason !== null) {
      refused.push({ line, reason });
      continue;
    }
    const { telegram_id = '', amount, description } = cells;
    seen.set(telegram_id, line);
    const credits = Number(amount);
    rows.push({
      line,
      telegram_id,
      amount: credits,
      description: description || `Admin adjustment: ${credits} credits`,
    });
  }
  const identity = rows
    .map(({ telegram_id, amount, description }) => [telegram_id, amount, description] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    rows: JSON.stringify(rows),
    refused,
    rowsCount: lines.length,
    credits: rows.reduce((sum, { amount }) => sum + amount, 0),
    hash: createHash('sha256')
      // A file with wrong rows is never booked, so it is not the file that was.
      .update(JSON.stringify([body.transaction_type, identity, refused]))
      .digest('hex'),
    isFile,
  };
}

async function refusedRows(db: Db, { rows, refused, isFile }: Batch): Promise<Refused[]> {
  const found = await findRefusedRows(db, [rows]);
  return [
    ...refused,
    ...found.map(({ line, telegram_id, reason }) => ({
      line,
      reason: isFile ? REASONS[reason] : `${telegram_id}: ${REASONS[reason]}`,
    })),
  ].sort((a, b) => a.line - b.line);
}

/** Throws 422 credits.batch_unreadable. */
export async function previewBatch(db: Db, body: CreditBatchBody): Promise<CreditBatchPreview> {
  const batch = await readBatch(db, body);
  const [before] = await findBookedBatch(db, [batch.hash]);
  const refused = before ? [] : await refusedRows(db, batch);
  return {
    fingerprint: batch.hash,
    rows_count: batch.rowsCount,
    credits: batch.credits,
    refused_count: refused.length,
    refused: refused.slice(0, REFUSED_ROWS_SHOWN),
    booked_before: before ? { at: before.at, admin_name: before.admin_name } : null,
  };
}

/**
 * Books all rows or none, as one audit event. `owners` are those whose balance has changed: none if the same rows were booked before.
 * Throws as checkAdmin does, 409 credits.batch_changed, 422 credits.batch_unreadable and credits.batch_refused.
 */
export async function bookBatch(db: Db, adminId: string, body: BodyOf<typeof bookCreditBatch>) {
  const batch = await readBatch(db, body);
  const { rows, hash, credits, rowsCount, isFile } = batch;
  if ('fingerprint' in body && body.fingerprint !== hash) {
    const [before] = await findBookedBatch(db, [body.fingerprint]);
    if (before) return { rowsCount: before.rows_count, credits: before.credits, owners: [] };
    throw conflict('credits.batch_changed', 'Other users match now. Check the new numbers, then book.');
  }
  const [admin] = await lockAdminAndUsers(db, [rows, adminId]);
  checkAdmin(admin);
  const reason = 'description' in body ? body.description : null;
  const [recorded] = await recordBatch(db, [adminId, hash, body.transaction_type, credits, rowsCount, reason]);
  if (!recorded) return { rowsCount, credits, owners: [] };
  const [refused, ...more] = await refusedRows(db, batch);
  if (refused) {
    const others =
      more.length === 0 ? '' : ` ${more.length} more ${more.length === 1 ? 'row is' : 'rows are'} refused.`;
    throw unprocessable(
      'credits.batch_refused',
      `${isFile ? `Line ${refused.line}: ` : ''}${refused.reason}${others} Nothing was booked.`,
    );
  }
  const booked = await bookRows(db, [rows, adminId, hash, body.transaction_type]);
  return { rowsCount, credits, owners: booked.map(({ owner }) => owner) };
}
