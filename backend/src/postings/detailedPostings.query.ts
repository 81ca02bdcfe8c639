import {
  type DetailedPosting,
  type ExportDetailedPostingsBody,
  POSTING_STATUSES,
  POSTINGS_COUNTED,
  type PostingSort,
  TRANSITIONS_SHOWN,
} from '@flyerdeck/contracts';
import { type Db, statement } from '../database/statement.ts';
import type { CsvExport } from '../exports/csvExport.ts';

/*
 * The admin's list of postings and its export (decision 0006). In both, $1 selects archived postings (true) or the others
 * (false), and $2 is the search pattern.
 */

export const TIMED_STATUSES = ['pending', 'posting', 'posted', 'failed'] as const;
type TimedStatus = (typeof TIMED_STATUSES)[number];

type ContractField =
  | 'id'
  | 'file_id'
  | 'status'
  | 'description'
  | 'assistant_name'
  | 'page_name'
  | 'delay_hours'
  | 'retry_count';
export type DetailedPostingRow = Pick<DetailedPosting, ContractField> &
  Record<`${TimedStatus}_ms` | `${TimedStatus}_visits`, number> & {
    telegram_id: string;
    page_guid: string;
    status_since: Date;
    created_at: Date;
    updated_at: Date;
    error_message: string | null;
    live_path: string | null;
    gone_at: Date | null;
    total_ms: number;
    transitions: DetailedPosting['performance_metrics']['status_transitions'];
  };

type Direction = 'ASC' | 'DESC';

/** The columns of each sort order. Each ends with the id, so that the order is total. Migration 0002 has an index for each. */
const ORDERS: Readonly<Record<PostingSort, readonly string[]>> = {
  status: ['status', 'status_since', 'id'],
  updatedAt: ['updated_at', 'id'],
  createdAt: ['created_at', 'id'],
  pending: ['pending_ms', 'id'],
  posting: ['posting_ms', 'id'],
  posted: ['posted_ms', 'id'],
  failed: ['failed_ms', 'id'],
  total: ['total_ms', 'id'],
  retries: ['retry_count', 'id'],
};

const orderBy = (columns: readonly string[], direction: Direction) =>
  `ORDER BY ${columns.map((column) => `${column} ${direction}`).join(', ')}`;

/** The ILIKE pattern of texts that contain `search`. The wildcards of ILIKE are escaped. */
export const containing = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * The expressions of the trigram indexes of migration 0002. The fields are separated by a line break, because a search text
 * contains none.
 */
const PAGE_TEXT = `(g.name || E'\\n' || g.username || E'\\n' || g.creator_id || E'\\n' || g.guid::text)`;
const USER_TEXT = `(u.telegram_id || E'\\n' || u.username || E'\\n' || u.first_name || ' ' || u.last_name)`;

/** The id of a task `t` and the number of its original postings, from the counters stored in the task. */
const TASK = `t.id, t.pending_count + t.posting_count + t.posted_count + t.completed_count + t.failed_count AS originals`;
const ARCHIVED_MATCHES = '(t.archived_at IS NOT NULL) = $1';

/** The CTEs of a search: the tasks, pages and postings' errors that match $2. */
const FOUND = `
  found_tasks AS MATERIALIZED (
    SELECT ${TASK} FROM tasks t WHERE t.description ILIKE $2 AND ${ARCHIVED_MATCHES}
    UNION
    SELECT ${TASK} FROM assistants a JOIN tasks t ON t.assistant_id = a.id WHERE a.name ILIKE $2 AND ${ARCHIVED_MATCHES}
    UNION
    SELECT ${TASK} FROM users u JOIN tasks t ON t.owner_id = u.id WHERE ${USER_TEXT} ILIKE $2 AND ${ARCHIVED_MATCHES}
  ),
  found_pages AS MATERIALIZED (SELECT g.guid, g.owner_id FROM pages g WHERE ${PAGE_TEXT} ILIKE $2),
  found_errors AS MATERIALIZED (SELECT p.id FROM page_postings p WHERE p.error_message ILIKE $2 AND p.archived = $1)`;

/** Whether the posting `w` belongs to a found task, page or error. Postgres hashes each of the three sets once. */
const IS_FOUND = `(w.task_id IN (SELECT id FROM found_tasks) OR w.page_guid IN (SELECT guid FROM found_pages)
      OR w.id IN (SELECT id FROM found_errors))`;

/**
 * The postings of the found tasks, pages and errors, each once. OFFSET 0 prevents the planner from reading all postings for a
 * join: an index finds the few postings of each task, page or error, and page_postings_once contains all columns selected here.
 */
const foundPostings = (columns: string) => `(
      SELECT p.* FROM found_tasks t
      CROSS JOIN LATERAL (SELECT ${columns} FROM page_postings WHERE task_id = t.id OFFSET 0) p
      UNION ALL
      SELECT p.* FROM found_pages g
      CROSS JOIN LATERAL (
        SELECT t.id FROM tasks t
        WHERE t.owner_id = g.owner_id AND ${ARCHIVED_MATCHES} AND t.id NOT IN (SELECT id FROM found_tasks) OFFSET 0
      ) t
      CROSS JOIN LATERAL (
        SELECT ${columns} FROM page_postings WHERE task_id = t.id AND page_guid = g.guid OFFSET 0
      ) p
      UNION ALL
      SELECT p.* FROM found_errors e
      CROSS JOIN LATERAL (
        SELECT ${columns} FROM page_postings
        WHERE id = e.id AND task_id NOT IN (SELECT id FROM found_tasks) AND page_guid NOT IN (SELECT guid FROM found_pages)
        OFFSET 0
      ) p
    ) found`;

/** All postings `w`, read in the order of an index. OFFSET 0 makes the planner use the index instead of a sort. */
const scan = (sort: PostingSort, direction: Direction) =>
  `(SELECT id, task_id, page_guid FROM page_postings WHERE archived = $1 ${orderBy(ORDERS[sort], direction)} OFFSET 0) w`;

/** All fields shown of the posting `w`. OFFSET 0 makes the planner look each row up by its key instead of joining whole tables. */
const DETAILS = `CROSS JOIN LATERAL (
    SELECT p.id, u.telegram_id, p.page_guid, t.file_id, p.status, p.status_since, t.description, a.name AS assistant_name,
      coalesce(nullif(g.name, ''), nullif(g.username, ''), g.creator_id) AS page_name,
      p.created_at, p.updated_at, p.delay_hours, p.retry_count, p.error_message, l.path AS live_path, l.gone_at, p.total_ms::float8 AS total_ms,
      ${TIMED_STATUSES.map((status) => `p.${status}_ms::float8 AS ${status}_ms, p.${status}_visits`).join(', ')}
    FROM page_postings p
    JOIN tasks t ON t.id = p.task_id
    JOIN assistants a ON a.id = p.assistant_id
    JOIN pages g ON g.guid = p.page_guid
    JOIN users u ON u.id = p.owner_id
    LEFT JOIN live_posts l ON l.posting_id = p.id
    WHERE p.id = w.id OFFSET 0
  ) posting`;

/** The alphabetical rank of a status. It gives the same order as the text, and sorting numbers takes a third less time. */
const STATUS_RANK = `CASE status ${POSTING_STATUSES.toSorted()
  .map((status, rank) => `WHEN '${status}' THEN ${rank}`)
  .join(' ')} END AS status_rank`;

/**
 * Subqueries of the ids of a page's postings, read in one direction. `condition` is true if that direction has fewer rows
 * before the page; `skipped` is the number of these rows.
 */
function pageFrom(
  sort: PostingSort,
  direction: Direction,
  isSearch: boolean,
  condition: string,
  skipped: string,
): string[] {
  const part = `LIMIT (SELECT size FROM page_range) OFFSET (SELECT ${skipped} FROM page_range)`;
  const scanned = `(
      SELECT id FROM ${scan(sort, direction)}
      WHERE (SELECT is_scanned AND ${condition} FROM page_range) ${isSearch ? `AND ${IS_FOUND}` : ''} ${part}
    )`;
  if (!isSearch) return [scanned];
  const columns = ORDERS[sort].map((column) => (column === 'status' ? STATUS_RANK : column)).join(', ');
  const keys = ORDERS[sort].map((column) => (column === 'status' ? 'status_rank' : column));
  const sorted = `(
      SELECT id FROM ${foundPostings(columns)}
      WHERE (SELECT NOT is_scanned AND ${condition} FROM page_range) ${orderBy(keys, direction)} ${part}
    )`;
  return [sorted, scanned];
}

/**
 * One page and the total, in one statement. $3 is the number of rows per page, $4 the page number from 1.
 *
 * - `table_estimate`: the estimated number of postings that are archived, or that are not, from the statistics of Postgres. If
 *   the table was never analyzed, the sum of the tasks' counters. Read only beyond the cap.
 * - `totals`: up to the cap the matches are counted. Beyond it the total is an estimate: tasks, pages and errors each match a
 *   share of all postings, and the shares are assumed to be independent. The tasks' counters do not include duplicates; the
 *   share of duplicates is taken from the counted rows.
 * - `page_range`: the page is read from the nearer end of the list. So the last page is read quickly and shows the last rows even
 *   if the estimate is wrong. A wrong estimate only affects pages in the middle.
 * - `page_ids`: either the matches are sorted, or the index of the order is scanned with the match as a filter. The statement
 *   takes the way that reads fewer rows; a scan also reads rows that do not match. Only the subquery whose condition on
 *   `page_range` is true is executed.
 */
export function detailedPostingsSql(sort: PostingSort, direction: Direction, isSearch: boolean): string {
  const order = orderBy(ORDERS[sort], direction);
  const estimate = isSearch
    ? `(
        SELECT n * (1 - (1 - least(1, tasks / n)) * (1 - least(1, pages / n)) * (1 - least(1, errors / n)))
        FROM (
          SELECT greatest(1, table_estimate.postings) AS n,
            (SELECT coalesce(sum(originals), 0) FROM found_tasks)::float8
              * (SELECT n / greatest(1, originals)::float8 FROM counted) AS tasks,
            (SELECT count(*) FROM found_pages) * table_estimate.postings
              / (SELECT greatest(1, reltuples) FROM pg_class WHERE oid = 'pages'::regclass) AS pages,
            (SELECT count(*) FROM found_errors)::float8 AS errors
          FROM table_estimate
        ) shares
      )`
    : '(SELECT postings FROM table_estimate)';
  const isScanCheaper =
    'is_estimate AND least(before, after)::float8 * (SELECT postings FROM table_estimate) < total::float8 * total';
  const alternatives = [
    ...pageFrom(sort, direction, isSearch, 'before <= after', 'before'),
    ...pageFrom(sort, direction === 'ASC' ? 'DESC' : 'ASC', isSearch, 'before > after', 'after'),
  ];
  return `WITH ${isSearch ? `${FOUND},` : ''}
  table_estimate AS MATERIALIZED (
    SELECT CASE WHEN c.reltuples < 0 THEN (SELECT sum(originals) FROM (SELECT ${TASK} FROM tasks t WHERE ${ARCHIVED_MATCHES}) t)
      ELSE c.reltuples * coalesce(
        s.most_common_freqs[array_position(s.most_common_vals::text::text[], left($1::text, 1))], 0) END::float8 AS postings
    FROM pg_class c
    LEFT JOIN pg_stats s ON s.schemaname = current_schema() AND s.tablename = 'page_postings' AND s.attname = 'archived'
    WHERE c.oid = 'page_postings'::regclass
  ),
  counted AS MATERIALIZED (
    SELECT count(*)::int AS n${isSearch ? ', count(*) FILTER (WHERE NOT is_duplicate) AS originals' : ''} FROM (
      SELECT ${isSearch ? `is_duplicate FROM ${foundPostings('is_duplicate')}` : `FROM page_postings WHERE archived = $1 AND $2::text IS NULL ${order}`}
      LIMIT ${POSTINGS_COUNTED + 1}
    ) counted_rows
  ),
  totals AS MATERIALIZED (
    SELECT n > ${POSTINGS_COUNTED} AS is_estimate, CASE WHEN n <= ${POSTINGS_COUNTED} THEN n
      ELSE greatest(n, round(${estimate})::int) END AS total
    FROM counted
  ),
  bounds AS (SELECT *, ($4::int - 1) * $3::int AS before FROM totals),
  sizes AS (SELECT *, least($3::int, greatest(0, total - before)) AS size FROM bounds),
  ends AS (SELECT *, greatest(0, total - before - size) AS after FROM sizes),
  page_range AS MATERIALIZED (SELECT *, ${isSearch ? isScanCheaper : 'true'} AS is_scanned FROM ends),
  page_ids AS MATERIALIZED (
    ${alternatives.join('\n    UNION ALL\n    ')}
  )
  SELECT page_range.total, page_range.is_estimate, posting.*
  FROM page_range LEFT JOIN (
    SELECT posting.*, (
      SELECT coalesce(json_agg(json_build_object(
        'from_status', s.from_status, 'to_status', s.to_status, 'duration_ms', s.duration_ms) ORDER BY s.id), '[]')
      FROM (SELECT * FROM posting_transitions WHERE posting_id = w.id ORDER BY id DESC LIMIT ${TRANSITIONS_SHOWN}) s
    ) AS transitions
    FROM page_ids w ${DETAILS}
  ) posting ON true
  ${order}`;
}

interface PostingsSearch {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  readonly search: string;
  readonly sort: PostingSort;
  readonly order: 1 | -1;
  readonly archived: boolean;
}

/** One page of postings, and the number of all matches. */
export async function searchPostings(db: Db, { page, limit, search, sort, order, archived }: PostingsSearch) {
  const direction = order === 1 ? 'ASC' : 'DESC';
  const list = statement<
    { total: number; is_estimate: boolean } & (DetailedPostingRow | { id: null }),
    [archived: boolean, pattern: string | null, limit: number, page: number]
  >(
    `detailed_postings_${sort}_${direction}${search ? '_search' : ''}`,
    detailedPostingsSql(sort, direction, search !== ''),
  );
  const rows = await list(db, [archived, search ? containing(search) : null, limit, page]);
  const [first] = rows;
  if (!first) throw new Error('The query of the postings list returned no row.');
  return { rows: rows.filter((row) => row.id !== null), total: first.total, isEstimate: first.is_estimate };
}

/** The time in a status, as in the list: NULL if the posting never left that status. */
const timeIn = (status: TimedStatus) =>
  `CASE WHEN posting.${status}_visits > (posting.status = '${status}')::int THEN posting.${status}_ms END`;

const EXPORTED: readonly (readonly [header: string, expression: string])[] = [
  ['ID', 'posting.id'],
  ['Status', 'posting.status'],
  ['Status since', 'posting.status_since'],
  ['Description', 'posting.description'],
  ['Assistant', 'posting.assistant_name'],
  ['Page', 'posting.page_name'],
  ['User ID', 'posting.telegram_id'],
  ['GUID', 'posting.page_guid'],
  ['File ID', 'posting.file_id'],
  ['Created', 'posting.created_at'],
  ['Last update', 'posting.updated_at'],
  ['Delay hours', 'posting.delay_hours'],
  ['Pending ms', timeIn('pending')],
  ['Posting ms', timeIn('posting')],
  ['Posted ms', timeIn('posted')],
  ['Failed ms', timeIn('failed')],
  ['Total ms', 'posting.total_ms'],
  ['Retries', 'posting.retry_count'],
  ['Error', 'posting.error_message'],
];

/** All pages of the list, read in the order of the index, so that the first row is sent without a sort. */
export const postingsExport: CsvExport<ExportDetailedPostingsBody> = {
  name: 'postings',
  columns: EXPORTED.map(([header]) => header),
  select({ search = '', sort_by = 'updatedAt', sort_order, archived = false, status }) {
    const text = search.trim();
    const conditions = [...(text ? [IS_FOUND] : []), ...(status ? [`posting.status = $${text ? 3 : 2}`] : [])];
    return {
      text: `${text ? `WITH ${FOUND}` : ''}
        SELECT ${EXPORTED.map(([, expression]) => expression).join(', ')}
        FROM ${scan(sort_by, sort_order === 1 ? 'ASC' : 'DESC')} ${DETAILS}
        ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}`,
      values: [archived, ...(text ? [containing(text)] : []), ...(status ? [status] : [])],
    };
  },
};
