import { type PostingSort, TRANSITIONS_SHOWN } from '@flyerdeck/contracts';
import { type Db, oneRow, sql } from '../database/statement.ts';
import { changedCte } from './list/asOf.query.ts';
import type { Cursor } from './list/cursor.ts';
import { DETAILS, type DetailedPostingRow } from './list/details.query.ts';
import { matchingPostings, type PostingsFilter } from './list/matching.query.ts';
import { orderedIds, placesOf } from './list/orderedIds.query.ts';
import { directionOf, ORDERS, orderBy } from './list/orders.ts';
import { Parameters } from './list/parameters.ts';

/** The admin's list of postings and its total (decisions 0006, 0036 and 0041). */

export interface PostingsPage extends PostingsFilter {
  /** From 1. Not used with a cursor. */
  readonly page: number;
  readonly limit: number;
  readonly sort: PostingSort;
  readonly order: 1 | -1;
  /** Continues a walk after this row. */
  readonly cursor?: Cursor | null;
}

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export const withCtes = (ctes: readonly string[]) => (ctes.length > 0 ? `WITH ${ctes.join(',\n  ')}` : '');

/** The rows of a page. Their texts and transitions are read only for this page. */
export function pageStatement(page: PostingsPage): Statement {
  const { sort, order, cursor } = page;
  const { keys } = ORDERS[sort];
  const parameters = new Parameters();
  const matching = matchingPostings(page, parameters);
  const ctes = [...matching.ctes];
  if (cursor) {
    ctes.push(changedCte(cursor, matching.archived, matching.conditions, parameters));
    if (matching.found) ctes.push(`matching AS MATERIALIZED (SELECT * FROM ${matching.found})`);
  }
  const after = cursor ? placesOf(keys, cursor.keys, parameters) : null;
  const limit = parameters.add(page.limit);
  const rows = { limit, offset: cursor ? null : parameters.add((page.page - 1) * page.limit) };
  ctes.push(`page_ids AS MATERIALIZED (${orderedIds(page, matching, after, rows)})`);
  const text = `
  ${withCtes(ctes)}
  SELECT posting.*, ARRAY[${keys.map((key) => `w.${key}::text`).join(', ')}] AS order_keys,
    pg_current_snapshot()::text AS snapshot, now()::text AS at, (
    SELECT coalesce(json_agg(json_build_object(
      'from_status', s.from_status, 'to_status', s.to_status, 'duration_ms', s.duration_ms) ORDER BY s.id), '[]')
    FROM (SELECT * FROM posting_transitions WHERE posting_id = w.id ORDER BY id DESC LIMIT ${TRANSITIONS_SHOWN}) s
  ) AS transitions
  FROM page_ids w ${DETAILS}
  ${orderBy(
    keys.map((key) => `w.${key}`),
    directionOf(sort, order),
  )}`;
  return { text, values: parameters.values };
}

export const listPostings = (db: Db, page: PostingsPage) => {
  const { text, values } = pageStatement(page);
  return sql<DetailedPostingRow, readonly unknown[]>(text)(db, values);
};

export function countStatement(filter: PostingsFilter): Statement {
  const parameters = new Parameters();
  const { archived, ctes, found, conditions } = matchingPostings(filter, parameters);
  const from = found ?? `page_postings WHERE archived = ${archived} ${conditions}`;
  return { text: `${withCtes(ctes)} SELECT count(*)::int AS total FROM ${from}`, values: parameters.values };
}

export async function countPostings(db: Db, filter: PostingsFilter): Promise<number> {
  const { text, values } = countStatement(filter);
  return (await oneRow(sql<{ total: number }, readonly unknown[]>(text)(db, values))).total;
}

/** The ids of all pages of the list in its order, for its export. Without a filter they are read in the order of the index. */
export function allIdsOf(page: PostingsPage): Statement & { readonly ctes: readonly string[] } {
  const parameters = new Parameters();
  const matching = matchingPostings(page, parameters);
  return { ctes: matching.ctes, text: orderedIds(page, matching, null, null), values: parameters.values };
}
