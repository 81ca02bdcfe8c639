import { POSTING_SORTS, POSTINGS_COUNTED, type PostingSort, TRANSITIONS_SHOWN } from '@flyerdeck/contracts';
import { type Db, statement } from '../database/statement.ts';
import type { DetailedPostingRow } from './detailedPosting.row.ts';
import {
  containing,
  type Direction,
  detailsSql,
  ESTIMATED_FINDS,
  findsOrder,
  findsSql,
  foundPlacesSql,
  IS_FOUND,
  knownSql,
  orderBy,
  SEARCHED_COLUMNS,
  walkSql,
} from './postingsSearch.sql.ts';

type AnswerRow = { total: number; is_estimate: boolean } & (DetailedPostingRow | { id: null });
type Values = [archived: boolean, pattern: string | null, limit: number, page: number];

const OPPOSITE = { ASC: 'DESC', DESC: 'ASC' } as const;

/** Rows that a walk to the page passes are fewer than all finds, which sorting would have to read. */
const IS_WALK_SHORTER = `is_estimate
      AND least(before, after)::float8 * (SELECT postings FROM known) < total::float8 * total`;

/**
 * One page and the total, in one statement. $3 rows a page, $4 page.
 *
 * - `whole`: up to the cap the matches themselves are counted; beyond it the total is an estimate.
 * - `place`: the page is looked for from the nearer end. So the last page is short to reach, and shows the last rows however
 *   wrong the estimate is: what is off is off in the middle.
 * - `shown`: either the matches are sorted, or the order's index is walked with the match as a filter, whichever passes fewer
 *   rows: a walk passes all that don't match as well. The conditions without a row let only one arm begin.
 */
export function detailedPostingsSql(sort: PostingSort, direction: Direction, isSearch: boolean): string {
  const arm = (rows: string, condition: string, skipped: string, order = '') => `(
      SELECT id FROM ${rows} ${condition} ${order} LIMIT (SELECT size FROM place) OFFSET (SELECT ${skipped} FROM place)
    )`;
  const only = (condition: string) => `(SELECT ${condition} FROM place)`;
  const walk = (along: Direction, skipped: string, condition: string) =>
    isSearch
      ? arm(
          walkSql(sort, along, SEARCHED_COLUMNS),
          `WHERE ${only(`is_walked AND ${condition}`)} AND ${IS_FOUND}`,
          skipped,
        )
      : arm(walkSql(sort, along), `WHERE ${only(condition)}`, skipped);
  const sorted = (along: Direction, skipped: string, condition: string) => {
    const { columns, order } = findsOrder(sort, along);
    return arm(findsSql(columns), `WHERE ${only(`NOT is_walked AND ${condition}`)}`, skipped, order);
  };
  const arms = (isSearch ? [sorted, walk] : [walk]).flatMap((way) => [
    way(direction, 'before', 'before <= after'),
    way(OPPOSITE[direction], 'after', 'before > after'),
  ]);
  return `WITH ${isSearch ? `${foundPlacesSql},` : ''} ${knownSql},
  counted AS MATERIALIZED (
    SELECT count(*)::int AS n${isSearch ? ', count(*) FILTER (WHERE NOT is_duplicate) AS originals' : ''} FROM (
      SELECT ${isSearch ? `is_duplicate FROM ${findsSql('is_duplicate')}` : `FROM page_postings WHERE archived = $1 AND $2::text IS NULL ${orderBy(sort, direction)}`}
      LIMIT ${POSTINGS_COUNTED + 1}
    ) few
  ),
  whole AS MATERIALIZED (
    SELECT n > ${POSTINGS_COUNTED} AS is_estimate, CASE WHEN n <= ${POSTINGS_COUNTED} THEN n
      ELSE greatest(n, round(${isSearch ? ESTIMATED_FINDS : '(SELECT postings FROM known)'})::int) END AS total
    FROM counted
  ),
  bounds AS (SELECT *, ($4::int - 1) * $3::int AS before FROM whole),
  sizes AS (SELECT *, least($3::int, greatest(0, total - before)) AS size FROM bounds),
  ends AS (SELECT *, greatest(0, total - before - size) AS after FROM sizes),
  place AS MATERIALIZED (
    SELECT *, ${isSearch ? IS_WALK_SHORTER : 'true'} AS is_walked FROM ends
  ),
  shown AS MATERIALIZED (
    ${arms.join('\n    UNION ALL\n    ')}
  )
  SELECT place.total, place.is_estimate, posting.*
  FROM place LEFT JOIN (
    SELECT posting.*, (
      SELECT coalesce(json_agg(json_build_object(
        'from_status', s.from_status, 'to_status', s.to_status, 'duration_ms', s.duration_ms) ORDER BY s.id), '[]')
      FROM (SELECT * FROM posting_transitions WHERE posting_id = w.id ORDER BY id DESC LIMIT ${TRANSITIONS_SHOWN}) s
    ) AS transitions
    FROM shown w ${detailsSql}
  ) posting ON true
  ${orderBy(sort, direction)}`;
}

const listSorted = (sort: PostingSort, direction: Direction) => ({
  all: statement<AnswerRow, Values>(
    `detailed_postings_${sort}_${direction}`,
    detailedPostingsSql(sort, direction, false),
  ),
  matching: statement<AnswerRow, Values>(
    `detailed_postings_${sort}_${direction}_search`,
    detailedPostingsSql(sort, direction, true),
  ),
});

const LISTS = Object.fromEntries(
  POSTING_SORTS.map((sort) => [sort, { 1: listSorted(sort, 'ASC'), [-1]: listSorted(sort, 'DESC') }]),
) as Readonly<Record<PostingSort, Readonly<Record<1 | -1, ReturnType<typeof listSorted>>>>>;

export interface PostingsSearch {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  readonly search: string;
  readonly sort: PostingSort;
  readonly order: 1 | -1;
  readonly archived: boolean;
}

export interface PostingsPage {
  readonly rows: DetailedPostingRow[];
  readonly total: number;
  readonly isEstimate: boolean;
}

/** One page of postings, and how many match in all. */
export async function searchPostings(
  db: Db,
  { page, limit, search, sort, order, archived }: PostingsSearch,
): Promise<PostingsPage> {
  const { all, matching } = LISTS[sort][order];
  const rows = search
    ? await matching(db, [archived, containing(search), limit, page])
    : await all(db, [archived, null, limit, page]);
  const [first] = rows;
  if (!first) throw new Error('a list without even its total');
  return {
    rows: rows.filter((row) => row.id !== null),
    total: first.total,
    isEstimate: first.is_estimate,
  };
}
