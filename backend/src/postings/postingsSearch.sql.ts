import { POSTING_STATUSES, type PostingSort } from '@flyerdeck/contracts';

/*
 * The parts of the admin's list of postings and of its export (decision 0006). Parameters of all of them: $1 archived;
 * with a search, $2 its pattern.
 */

/** Each ends with the id, so that every row has one place; migration 0002 has an index for each. */
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

export type Direction = 'ASC' | 'DESC';

const orderByColumns = (columns: readonly string[], direction: Direction) =>
  `ORDER BY ${columns.map((column) => `${column} ${direction}`).join(', ')}`;
export const orderBy = (sort: PostingSort, direction: Direction) => orderByColumns(ORDERS[sort], direction);

/** The places of the status words in their alphabet: the same order, and a number is sorted in two thirds of the time. */
const STATUS_RANK = `CASE status ${POSTING_STATUSES.toSorted()
  .map((status, rank) => `WHEN '${status}' THEN ${rank}`)
  .join(' ')} END`;

/** What finds are sorted by where no index gives the order: columns to ask `findsSql` for, and the order itself. */
export function findsOrder(sort: PostingSort, direction: Direction): { columns: string; order: string } {
  const columns = ORDERS[sort].map((column) => (column === 'status' ? `${STATUS_RANK} AS status_rank` : column));
  const keys = ORDERS[sort].map((column) => (column === 'status' ? 'status_rank' : column));
  return { columns: columns.join(', '), order: orderByColumns(keys, direction) };
}

/** As the trigram indexes of migration 0002 have them; a line break, which nobody types into a search, parts the fields. */
const PAGE_TEXT = `(g.name || E'\\n' || g.username || E'\\n' || g.creator_id || E'\\n' || g.guid::text)`;
const USER_TEXT = `(u.telegram_id || E'\\n' || u.username || E'\\n' || u.first_name || ' ' || u.last_name)`;

/** A count of its original postings that the task keeps anyway. */
const TASK = `t.id, t.pending_count + t.posting_count + t.posted_count + t.completed_count + t.failed_count AS originals`;
const TASK_FITS = '(t.archived_at IS NOT NULL) = $1';

/** CTEs of what the words are found in, for this statement alone. */
export const foundPlacesSql = `
  found_tasks AS MATERIALIZED (
    SELECT ${TASK} FROM tasks t WHERE t.description ILIKE $2 AND ${TASK_FITS}
    UNION
    SELECT ${TASK} FROM assistants a JOIN tasks t ON t.assistant_id = a.id WHERE a.name ILIKE $2 AND ${TASK_FITS}
    UNION
    SELECT ${TASK} FROM users u JOIN tasks t ON t.owner_id = u.id WHERE ${USER_TEXT} ILIKE $2 AND ${TASK_FITS}
  ),
  found_pages AS MATERIALIZED (SELECT g.guid, g.owner_id FROM pages g WHERE ${PAGE_TEXT} ILIKE $2),
  found_errors AS MATERIALIZED (SELECT p.id FROM page_postings p WHERE p.error_message ILIKE $2 AND p.archived = $1)`;

/** Whether the row `w` of a walk was found. The sets are hashed once. */
export const IS_FOUND = `(w.task_id IN (SELECT id FROM found_tasks) OR w.page_guid IN (SELECT guid FROM found_pages)
      OR w.id IN (SELECT id FROM found_errors))`;

/**
 * The postings that match, each once, from place to place. OFFSET 0 keeps the planner from reading all postings to join them
 * with the places: from each place an index leads to its few, and page_postings_once holds all columns asked for here.
 */
export const findsSql = (columns: string) => `(
      SELECT p.* FROM found_tasks t
      CROSS JOIN LATERAL (SELECT ${columns} FROM page_postings WHERE task_id = t.id OFFSET 0) p
      UNION ALL
      SELECT p.* FROM found_pages g
      CROSS JOIN LATERAL (
        SELECT t.id FROM tasks t
        WHERE t.owner_id = g.owner_id AND ${TASK_FITS} AND t.id NOT IN (SELECT id FROM found_tasks) OFFSET 0
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

/** All postings, as an index has them; the fence leaves no other way to bring them into order. */
export const walkSql = (sort: PostingSort, direction: Direction, columns = 'id') =>
  `(SELECT ${columns} FROM page_postings WHERE archived = $1 ${orderBy(sort, direction)} OFFSET 0) w`;

/** What IS_FOUND asks of a walk's rows. */
export const SEARCHED_COLUMNS = 'id, task_id, page_guid';

/**
 * CTE `known`: how many postings are archived, or are not, as Postgres knows it without counting; what the tasks
 * have counted, where it never looked. Asked for only beyond the cap.
 */
export const knownSql = `
  known AS MATERIALIZED (
    SELECT CASE WHEN c.reltuples < 0 THEN (SELECT sum(originals) FROM (SELECT ${TASK} FROM tasks t WHERE ${TASK_FITS}) t)
      ELSE c.reltuples * coalesce(
        s.most_common_freqs[array_position(s.most_common_vals::text::text[], left($1::text, 1))], 0) END::float8 AS postings
    FROM pg_class c
    LEFT JOIN pg_stats s ON s.schemaname = current_schema() AND s.tablename = 'page_postings' AND s.attname = 'archived'
    WHERE c.oid = 'page_postings'::regclass
  )`;

/**
 * What more than the cap may be: of each kind of place a share of all postings, taken to be independent. Duplicates are not
 * among a task's originals; how many there are of them, those `counted` first tell (n, and originals among them).
 */
export const ESTIMATED_FINDS = `(
    SELECT n * (1 - (1 - least(1, tasks / n)) * (1 - least(1, pages / n)) * (1 - least(1, errors / n)))
    FROM (
      SELECT greatest(1, known.postings) AS n,
        (SELECT coalesce(sum(originals), 0) FROM found_tasks)::float8
          * (SELECT n / greatest(1, originals)::float8 FROM counted) AS tasks,
        (SELECT count(*) FROM found_pages) * known.postings
          / (SELECT greatest(1, reltuples) FROM pg_class WHERE oid = 'pages'::regclass) AS pages,
        (SELECT count(*) FROM found_errors)::float8 AS errors
      FROM known
    ) shares
  )`;

/** Everything shown of the posting `w.id`; fenced, so that it is looked up by keys and never joined with whole tables. */
export const detailsSql = `CROSS JOIN LATERAL (
    SELECT p.id, u.telegram_id, p.page_guid, t.file_id, p.status, p.status_since, t.description, a.name AS assistant_name,
      coalesce(nullif(g.name, ''), nullif(g.username, ''), g.creator_id) AS page_name,
      p.created_at, p.updated_at, p.delay_hours, p.retry_count, p.error_message, p.total_ms::float8 AS total_ms,
      p.pending_ms::float8 AS pending_ms, p.posting_ms::float8 AS posting_ms, p.posted_ms::float8 AS posted_ms,
      p.failed_ms::float8 AS failed_ms, p.pending_visits, p.posting_visits, p.posted_visits, p.failed_visits
    FROM page_postings p
    JOIN tasks t ON t.id = p.task_id
    JOIN assistants a ON a.id = p.assistant_id
    JOIN pages g ON g.guid = p.page_guid
    JOIN users u ON u.id = p.owner_id
    WHERE p.id = w.id OFFSET 0
  ) posting`;

/** Whatever a person types is text to find, the wildcards of ILIKE too. */
export const containing = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`;
