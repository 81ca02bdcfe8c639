import {
  type DetailedPosting,
  type ExportDetailedPostingsBody,
  POSTING_STATUSES,
  type PostingSort,
  TRANSITIONS_SHOWN,
} from '@flyerdeck/contracts';
import { type Db, oneRow, sql } from '../database/statement.ts';
import type { CsvExport } from '../exports/csvExport.ts';

/*
 * The admin's list of postings, its total and its export (decisions 0006 and 0036). In all of them, $1 selects archived postings
 * (true) or the others (false), and $2 is the search pattern.
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

const ENDED = `NOT starts_with(status, 'p')`;
const UNFINISHED = `starts_with(status, 'p')`;

interface SortOrder {
  /** The id makes the order total. */
  readonly keys: readonly string[];
  /**
   * Parts that together contain each posting once: their conditions, and their own expressions of a key. Postgres reads each
   * part in the order of an index (migration 0023) and merges them.
   */
  readonly parts: readonly { readonly condition: string; readonly key?: string }[];
}

const WHOLE = [{ condition: 'true' }];
/**
 * Durations and retries change with each transition, but only ended postings are in the index of the order. Postings that have
 * begun are few and are sorted. Those that were never claimed have the value 0, which their own indexes contain as `fresh`.
 */
const byProgress = (key: string, fresh: string): SortOrder => ({
  keys: [key, 'id'],
  parts: [
    { condition: ENDED },
    { condition: `${UNFINISHED} AND transitions_count > 0` },
    { condition: `${UNFINISHED} AND transitions_count = 0`, key: fresh },
  ],
});
const ORDERS: Readonly<Record<PostingSort, SortOrder>> = {
  status: { keys: ['status', 'updated_at', 'id'], parts: WHOLE },
  // The index of the order by status serves this order too.
  updatedAt: {
    keys: ['updated_at', 'id'],
    parts: POSTING_STATUSES.map((status) => ({ condition: `status = '${status}'` })),
  },
  createdAt: { keys: ['created_at', 'id'], parts: WHOLE },
  pending: byProgress('pending_ms', 'total_ms'),
  posting: byProgress('posting_ms', 'total_ms'),
  posted: byProgress('posted_ms', 'total_ms'),
  failed: byProgress('failed_ms', 'total_ms'),
  total: byProgress('total_ms', 'total_ms'),
  retries: byProgress('retry_count', 'retry_count'),
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

/**
 * The postings of the found tasks, pages and errors, each once. OFFSET 0 prevents the planner from reading all postings for a
 * join: an index finds the few postings of each task, page or error.
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

/** The ids of all postings in their order, or of those that a search finds. */
function orderedIds(sort: PostingSort, direction: Direction, isSearch: boolean): string {
  const { keys, parts } = ORDERS[sort];
  if (isSearch) return `SELECT id FROM ${foundPostings(keys.join(', '))} ${orderBy(keys, direction)}`;
  const selected = parts.map(({ condition, key }) => {
    const own = keys.map((name, position) => (position === 0 && key ? key : name));
    return `(SELECT ${own.join(', ')} FROM page_postings WHERE archived = $1 AND ${condition} ${orderBy(own, direction)})`;
  });
  return `SELECT id FROM (${selected.join('\n      UNION ALL ')}) merged ${orderBy(keys, direction)}`;
}

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

/** One page. With a search, $3 is the number of rows and $4 the number of rows before them, else $2 and $3. */
export const postingsPageSql = (sort: PostingSort, direction: Direction, isSearch: boolean) => `
  WITH ${isSearch ? `${FOUND},` : ''}
  -- Their texts and transitions are read only for this page.
  page_ids AS MATERIALIZED (
    ${orderedIds(sort, direction, isSearch)} LIMIT ${isSearch ? '$3 OFFSET $4' : '$2 OFFSET $3'}
  )
  SELECT posting.*, (
    SELECT coalesce(json_agg(json_build_object(
      'from_status', s.from_status, 'to_status', s.to_status, 'duration_ms', s.duration_ms) ORDER BY s.id), '[]')
    FROM (SELECT * FROM posting_transitions WHERE posting_id = w.id ORDER BY id DESC LIMIT ${TRANSITIONS_SHOWN}) s
  ) AS transitions
  FROM page_ids w ${DETAILS}
  ${orderBy(ORDERS[sort].keys, direction)}`;

const countAll = sql<{ total: number }, [archived: boolean]>(
  'SELECT count(*)::int AS total FROM page_postings WHERE archived = $1',
);
const countFound = sql<{ total: number }, [archived: boolean, pattern: string]>(
  `WITH ${FOUND} SELECT count(*)::int AS total FROM ${foundPostings('id')}`,
);

export interface PostingsFilter {
  readonly search: string;
  readonly archived: boolean;
}

interface PostingsPage extends PostingsFilter {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  readonly sort: PostingSort;
  readonly order: 1 | -1;
}

const valuesOf = ({ search, archived }: PostingsFilter) => [archived, ...(search ? [containing(search)] : [])];

export async function listPostings(db: Db, { page, limit, sort, order, ...filter }: PostingsPage) {
  const text = postingsPageSql(sort, order === 1 ? 'ASC' : 'DESC', filter.search !== '');
  return sql<DetailedPostingRow, readonly unknown[]>(text)(db, [...valuesOf(filter), limit, (page - 1) * limit]);
}

export async function countPostings(db: Db, { search, archived }: PostingsFilter): Promise<number> {
  const counted = search ? countFound(db, [archived, containing(search)]) : countAll(db, [archived]);
  return (await oneRow(counted)).total;
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

/** All pages of the list. Without a search they are read in the order of the index, so that the first row is sent without a sort. */
export const postingsExport: CsvExport<ExportDetailedPostingsBody> = {
  name: 'postings',
  columns: EXPORTED.map(([header]) => header),
  select({ search = '', sort_by = 'updatedAt', sort_order, archived = false, status }) {
    const text = search.trim();
    return {
      text: `${text ? `WITH ${FOUND}` : ''}
        SELECT ${EXPORTED.map(([, expression]) => expression).join(', ')}
        FROM (${orderedIds(sort_by, sort_order === 1 ? 'ASC' : 'DESC', text !== '')} OFFSET 0) w ${DETAILS}
        ${status ? `WHERE posting.status = $${text ? 3 : 2}` : ''}`,
      values: [...valuesOf({ search: text, archived }), ...(status ? [status] : [])],
    };
  },
};
