import { type PostingSort, TRANSITIONS_SHOWN } from '@flyerdeck/contracts';
import { type Db, oneRow, sql } from '../database/statement.ts';
import { DETAILS, type DetailedPostingRow } from './list/details.query.ts';
import { filterValues, matching, type PostingsFilter } from './list/matching.query.ts';
import { type Statement, withNames } from './list/namedParameters.ts';
import { orderedIds } from './list/orderedIds.query.ts';

/** The admin's list of postings and its total (decisions 0006 and 0036). */

export interface PostingsPage extends PostingsFilter {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  readonly sort: PostingSort;
  readonly order: 1 | -1;
}

/** The rows of a page. Their texts and transitions are read only for this page. */
export function pageStatement({ page, limit, sort, order, ...filter }: PostingsPage): Statement {
  return withNames(
    `SELECT posting.*, (
      SELECT coalesce(json_agg(json_build_object(
        'from_status', s.from_status, 'to_status', s.to_status, 'duration_ms', s.duration_ms) ORDER BY s.id), '[]')
      FROM (SELECT * FROM posting_transitions WHERE posting_id = w.id ORDER BY id DESC LIMIT ${TRANSITIONS_SHOWN}) s
    ) AS transitions
    FROM unnest(ARRAY(${orderedIds(filter, sort, order)})) WITH ORDINALITY AS w (id, position) ${DETAILS}
    ORDER BY w.position`,
    { ...filterValues(filter), limit, offset: (page - 1) * limit },
  );
}

export const listPostings = (db: Db, page: PostingsPage) => {
  const { text, values } = pageStatement(page);
  return sql<DetailedPostingRow, readonly unknown[]>(text)(db, values);
};

export const countStatement = (filter: PostingsFilter): Statement =>
  withNames(`SELECT count(*)::int AS total FROM (${matching(filter)}) matching`, filterValues(filter));

export async function countPostings(db: Db, filter: PostingsFilter): Promise<number> {
  const { text, values } = countStatement(filter);
  return (await oneRow(sql<{ total: number }, readonly unknown[]>(text)(db, values))).total;
}
