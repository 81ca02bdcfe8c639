import { CURSOR_MINUTES, type PostingSort } from '@flyerdeck/contracts';
import { badRequest } from '../../http/errors.ts';
import { ORDERS } from './orders.ts';

/** Where a page ended, and the state of the database that its list shows (decision 0041). */
export interface Cursor {
  /** The first page's time, as Postgres wrote it. */
  readonly at: string;
  /** The first transaction id that the first page could not see yet. */
  readonly nextXid: string;
  /** Transactions before it that were still running. */
  readonly running: readonly string[];
  /** The values of the order's keys in the last row. */
  readonly keys: readonly string[];
}

const NUMBER = /^-?\d{1,18}$/;
const TIME = /^(?!0000)(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d)?$/;

/** A time as Postgres writes it. Days such as 02-31 become another day when they are parsed. */
function isTime(text: string): boolean {
  const [, day, clock] = TIME.exec(text) ?? [];
  const parsed = new Date(`${day}T${clock}Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(`${day}T${clock}`);
}
const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

/** The type of each key, and what a valid value looks like: a cursor comes from outside. */
const KEYS: Readonly<Record<string, readonly [type: string, isValid: (text: string) => boolean]>> = {
  id: ['uuid', isUuid],
  status: ['text', (text) => /^[a-z]{1,20}$/.test(text)],
  updated_at: ['timestamptz', isTime],
  created_at: ['timestamptz', isTime],
  has_ended: ['int', (text) => text === '0' || text === '1'],
  retry_count: ['bigint', (text) => NUMBER.test(text)],
};
const keyOf = (name: string) => KEYS[name] ?? (['bigint', (text: string) => NUMBER.test(text)] as const);

export const keyType = (name: string): string => keyOf(name)[0];

interface LastRow {
  readonly order_keys: readonly string[];
  readonly snapshot: string;
  readonly at: string;
}

/** The cursor after a page. All pages of a walk keep the snapshot of its first page. Null without a last row. */
export function nextCursor(sort: PostingSort, order: 1 | -1, walk: Cursor | null, last: LastRow | undefined) {
  if (!last) return null;
  // Postgres' notation of a snapshot: the oldest running transaction, the next one, and the running ones between.
  const [, nextXid = '', list = ''] = last.snapshot.split(':');
  const { at, nextXid: next, running } = walk ?? { at: last.at, nextXid, running: list === '' ? [] : list.split(',') };
  return Buffer.from(JSON.stringify([sort, order, at, next, running, last.order_keys])).toString('base64url');
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Throws 400 if the cursor is none of this order, or has expired. */
export function decodeCursor(sort: PostingSort, order: 1 | -1, text: string): Cursor {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    parts = null;
  }
  const [ofSort, ofOrder, at, nextXid, running, keys] = Array.isArray(parts) ? parts : [];
  const names = ORDERS[sort].keys;
  const isValid =
    ofSort === sort &&
    ofOrder === order &&
    typeof at === 'string' &&
    isTime(at) &&
    typeof nextXid === 'string' &&
    isTexts(running) &&
    [nextXid, ...running].every((xid) => /^\d{1,18}$/.test(xid)) &&
    isTexts(keys) &&
    keys.length === names.length &&
    names.every((name, index) => keyOf(name)[1](keys[index] ?? ''));
  if (!isValid) throw badRequest('cursor.invalid', "'after' is not the 'next' of a page with this order.");
  const ageMs = Date.now() - Date.parse(at.replace(/\+00$/, 'Z'));
  if (ageMs > CURSOR_MINUTES * 60_000) {
    throw badRequest(
      'cursor.expired',
      `'after' is older than ${CURSOR_MINUTES} minutes. Start again with the first page.`,
    );
  }
  return { at, nextXid, running, keys };
}
