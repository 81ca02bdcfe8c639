import { CREATOR_SITE_ORIGIN, type DetailedPosting, type PostingSort, TRANSITIONS_SHOWN } from '@flyerdeck/contracts';
import { type Db, oneRow, sql } from '../../database/statement.ts';
import { filterValues, matching, type PostingsFilter, type Statement, withNames } from './matching.query.ts';

/** Decisions 0006 and 0036. */

export interface PostingsPage extends PostingsFilter {
  readonly page: number;
  readonly limit: number;
  readonly sort: PostingSort;
  readonly order: 1 | -1;
}

/** Texts and transitions are read only for this page. */
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

export const TIMED_STATUSES = ['pending', 'posting', 'posted', 'failed'] as const;
export type TimedStatus = (typeof TIMED_STATUSES)[number];

type ContractField =
  | 'id'
  | 'file_id'
  | 'status'
  | 'description'
  | 'task_id'
  | 'assistant_id'
  | 'assistant_name'
  | 'page_name'
  | 'delay_hours'
  | 'retry_count'
  | 'is_unconfirmed';
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

/** OFFSET 0: each row is looked up by its key. */
export const DETAILS = `CROSS JOIN LATERAL (
    SELECT p.id, u.telegram_id, p.page_guid, t.file_id, p.status, p.status_since, coalesce(p.page_text, t.description) AS description, p.task_id, p.assistant_id, a.name AS assistant_name,
      page_name(g) AS page_name,
      p.created_at, p.updated_at, p.delay_hours, p.retry_count, p.error_message, l.path AS live_path, l.gone_at,
      p.status = 'failed' AND coalesce(p.error_code = 'unconfirmed', false) AS is_unconfirmed, p.total_ms::float8 AS total_ms,
      ${TIMED_STATUSES.map((status) => `p.${status}_ms::float8 AS ${status}_ms, p.${status}_visits`).join(', ')}
    FROM page_postings p
    JOIN tasks t ON t.id = p.task_id
    JOIN assistants a ON a.id = p.assistant_id
    JOIN pages g ON g.guid = p.page_guid
    JOIN users u ON u.id = p.owner_id
    LEFT JOIN live_posts l ON l.posting_id = p.id
    WHERE p.id = w.id OFFSET 0
  ) posting`;

/** An index has the order of updatedAt, the default; others are sorted (decision 0036). */
const KEYS: Readonly<Record<PostingSort, readonly string[]>> = {
  status: ['status', 'updated_at'],
  updatedAt: ['updated_at'],
  createdAt: ['created_at'],
  pending: ['pending_ms'],
  posting: ['posting_ms'],
  posted: ['posted_ms'],
  failed: ['failed_ms'],
  total: ['total_ms'],
  retries: ['retry_count'],
  // Postings that can still change are first.
  unchanged: ['has_ended', 'updated_at'],
};

/** A page of `:limit` rows after `:offset`, or all without a limit. */
export function orderedIds(filter: PostingsFilter, sort: PostingSort, order: 1 | -1): string {
  // The longest unchanged posting is the one that changed first.
  const direction = (order === 1) === (sort === 'unchanged') ? 'DESC' : 'ASC';
  // The id makes the order total.
  const keys = [...KEYS[sort], 'id'];
  const by = keys.map((key) => `${key} ${direction}`).join(', ');
  // With all keys inside, Postgres does not take the id out of each row that it skips.
  return `SELECT id FROM (
      SELECT ${keys.join(', ')} FROM (${matching(filter)}) found ORDER BY ${by} LIMIT :limit OFFSET :offset
    ) page ORDER BY ${by}`;
}

/** Without the current visit, so that the order does not depend on the time. */
const finishedVisits = (row: DetailedPostingRow, status: TimedStatus) =>
  row[`${status}_visits`] - (row.status === status ? 1 : 0);

/** For others a duration of 0 ms would be wrong. */
const statusDurations = (row: DetailedPostingRow) =>
  Object.fromEntries(
    TIMED_STATUSES.filter((status) => finishedVisits(row, status) > 0).map((status) => {
      const total_ms = row[`${status}_ms`];
      const visits = finishedVisits(row, status);
      return [status, { total_ms, visits, avg_ms: Math.round(total_ms / visits) }];
    }),
  );

/** The time since a final failure does not count. */
function bottleneck(row: DetailedPostingRow): string | null {
  const parts = TIMED_STATUSES.map((status) => [status, row[`${status}_ms`]] as const);
  const [longest] = parts.sort(([, a], [, b]) => b - a);
  return longest && longest[1] > 0 ? longest[0] : null;
}

export function presentDetailedPosting(row: DetailedPostingRow, siteOrigin: string | null): DetailedPosting {
  const durations = statusDurations(row);
  const hasEnded = row.status === 'completed' || row.status === 'failed';
  return {
    id: row.id,
    userId: row.telegram_id,
    guid: row.page_guid,
    file_id: row.file_id,
    status: row.status,
    status_since: row.status_since.toISOString(),
    description: row.description,
    task_description: row.description,
    task_id: row.task_id,
    assistant_id: row.assistant_id,
    assistant_name: row.assistant_name,
    page_name: row.page_name,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    delay_hours: row.delay_hours,
    retry_count: row.retry_count,
    errorMessage: row.error_message,
    is_unconfirmed: row.is_unconfirmed,
    post_url: postUrl(siteOrigin, row.live_path),
    gone_at: row.gone_at?.toISOString() ?? null,
    status_durations: durations,
    total_duration: row.total_ms,
    performance_summary: {
      bottleneck_status: bottleneck(row),
      first_pending_at: row.created_at.toISOString(),
      final_completion_at: hasEnded ? row.status_since.toISOString() : null,
    },
    performance_metrics: {
      status_transitions: row.transitions,
      status_durations: durations,
      total_posting_duration_ms: row.total_ms,
    },
  };
}

/** The path comes from a device; its contract allows no other host. */
export const postUrl = (siteOrigin: string | null, path: string | null): string | null =>
  path && `${siteOrigin ?? CREATOR_SITE_ORIGIN}${path}`;
