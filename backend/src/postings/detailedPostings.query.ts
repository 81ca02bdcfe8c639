import type { PostingSort, PostingStatus } from '@flyerdeck/contracts';
import type { Pool } from 'pg';
import { statement } from '../database/statement.ts';

type TimedStatus = 'pending' | 'posting' | 'posted' | 'failed';

export type DetailedPostingRow = {
  id: string;
  telegram_id: string;
  page_guid: string;
  file_id: string | null;
  status: PostingStatus;
  status_since: Date;
  description: string;
  assistant_name: string;
  page_name: string;
  created_at: Date;
  updated_at: Date;
  delay_hours: number;
  retry_count: number;
  error_message: string | null;
  total_ms: number;
  /** Time spent failed before it was tried again; what it has been failed for by now is in failed_ms alone. */
  failed_before_ms: number;
} & Record<`${TimedStatus}_ms` | `${TimedStatus}_visits`, number>;

const msSince = (from: string, to: string) => `extract(epoch FROM ${to} - ${from}) * 1000`;

/** Time in a status with the visit that still lasts: what has been waiting since yesterday must not look quick. */
const timeIn = (status: TimedStatus) =>
  `(p.${status}_ms + CASE WHEN p.status = '${status}' THEN ${msSince('p.status_since', 'now()')} ELSE 0 END)::float8`;

const totalTime = `(${msSince('p.created_at', `CASE WHEN p.status IN ('completed', 'failed') THEN p.status_since ELSE now() END`)})::float8`;

const SORT_EXPRESSIONS: Readonly<Record<PostingSort, string>> = {
  status: 'p.status',
  updatedAt: 'p.updated_at',
  createdAt: 'p.created_at',
  pending: timeIn('pending'),
  posting: timeIn('posting'),
  posted: timeIn('posted'),
  failed: timeIn('failed'),
  total: totalTime,
  retries: 'p.retry_count',
};

const FROM = `FROM page_postings p
   JOIN tasks t ON t.id = p.task_id
   JOIN assistants a ON a.id = p.assistant_id
   JOIN pages g ON g.guid = p.page_guid
   JOIN users u ON u.id = p.owner_id`;

/** $1 archived, $2 the pattern, or null for all. */
const WHERE = `WHERE (t.archived_at IS NOT NULL) = $1 AND ($2::text IS NULL
     OR t.description ILIKE $2 OR a.name ILIKE $2 OR g.name ILIKE $2 OR g.username ILIKE $2 OR g.creator_id ILIKE $2
     OR u.telegram_id ILIKE $2 OR u.username ILIKE $2 OR p.page_guid::text ILIKE $2 OR p.error_message ILIKE $2)`;

const selectRows = `SELECT p.id, u.telegram_id, p.page_guid, t.file_id, p.status, p.status_since, t.description,
     a.name AS assistant_name, coalesce(nullif(g.name, ''), nullif(g.username, ''), g.creator_id) AS page_name,
     p.created_at, p.updated_at, p.delay_hours, p.retry_count, p.error_message, ${totalTime} AS total_ms,
     ${timeIn('pending')} AS pending_ms, ${timeIn('posting')} AS posting_ms, ${timeIn('posted')} AS posted_ms,
     ${timeIn('failed')} AS failed_ms, p.failed_ms::float8 AS failed_before_ms,
     p.pending_visits, p.posting_visits, p.posted_visits, p.failed_visits
   ${FROM} ${WHERE}`;

type Selection = [archived: boolean, pattern: string | null];

const listSorted = (sort: PostingSort, direction: 'ASC' | 'DESC') =>
  statement<DetailedPostingRow, [...Selection, limit: number, offset: number]>(
    `detailed_postings_${sort}_${direction}`,
    `${selectRows} ORDER BY ${SORT_EXPRESSIONS[sort]} ${direction}, p.id ${direction} LIMIT $3 OFFSET $4`,
  );

const LISTS = Object.fromEntries(
  (Object.keys(SORT_EXPRESSIONS) as PostingSort[]).map((sort) => [
    sort,
    { 1: listSorted(sort, 'ASC'), [-1]: listSorted(sort, 'DESC') },
  ]),
) as Readonly<Record<PostingSort, Readonly<Record<1 | -1, ReturnType<typeof listSorted>>>>>;

const countMatching = statement<{ matching: number }, Selection>(
  'detailed_postings_count',
  `SELECT count(*)::int AS matching ${FROM} ${WHERE}`,
);

export interface PostingsSearch {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  readonly search: string;
  readonly sort: PostingSort;
  readonly order: 1 | -1;
  readonly archived: boolean;
}

/** Whatever a person types is text to find, the wildcards of ILIKE too. */
const containing = (search: string) => (search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null);

/** One page of postings, and how many match in all. */
export async function searchPostings(
  pool: Pool,
  { page, limit, search, sort, order, archived }: PostingsSearch,
): Promise<{ rows: DetailedPostingRow[]; matching: number }> {
  const selection: Selection = [archived, containing(search)];
  const [rows, [count]] = await Promise.all([
    LISTS[sort][order](pool, [...selection, limit, (page - 1) * limit]),
    countMatching(pool, selection),
  ]);
  return { rows, matching: count?.matching ?? 0 };
}

export type TransitionRow = { posting_id: string; from_status: string; to_status: string; duration_ms: number };

/** Every step of the given postings, in order. */
export const listTransitions = statement<TransitionRow, [string[]]>(
  'detailed_postings_transitions',
  `SELECT posting_id, from_status, to_status, duration_ms::float8 AS duration_ms
   FROM posting_transitions WHERE posting_id = ANY ($1) ORDER BY id`,
);
