import {
  type AdminStats,
  ASSISTANT_STATUSES,
  FAILURE_GROUPS_SHOWN,
  type FailureReport,
  type FailuresBy,
  POSTING_STATUSES,
  type PostingStatus,
  TASK_STATUSES,
  TRENDS_DAYS,
  type TrendDay,
  type TrendsRange,
} from '@flyerdeck/contracts';
import { isoTimeSql, statement } from '../database/statement.ts';
import type { CsvExport } from '../server/exports/csvExport.ts';

type Work = Pick<AdminStats, 'tasks_count' | 'assistants_count' | 'page_postings_count'>;

/** Active users are counted as all users minus the inactive ones, because a partial index makes counting the inactive ones fast. */
export const countTotals = statement<Omit<AdminStats, keyof Work | 'site_pack' | 'claim_pause'>, []>(
  `SELECT a.users_count, a.users_count - (SELECT count(*) FROM users WHERE NOT is_active)::int AS active_users_count,
     (SELECT count(*) FROM users WHERE created_at > now() - interval '7 days')::int AS new_users_last_week,
     (SELECT count(*) FROM pages WHERE unlinked_at IS NULL)::int AS pages_count,
     (SELECT result FROM scheduled_jobs WHERE name = 'check_books') AS books
   FROM (SELECT count(*)::int AS users_count FROM users) a`,
);

const columnsOf = (column: (status: PostingStatus) => string) => POSTING_STATUSES.map(column).join(', ');

const byStatus = (counts: string, statuses: readonly string[]) =>
  `(SELECT json_object_agg(status, coalesce(count, 0) ORDER BY position)
     FROM unnest('{${statuses.join(', ')}}'::text[]) WITH ORDINALITY AS named (status, position)
     LEFT JOIN ${counts} USING (status))`;

/** Tasks store the counts of their original postings, so only duplicates are counted in page_postings, from an index alone. */
export const countWork = statement<Work, []>(
  `WITH next_up AS MATERIALIZED (SELECT task_id, assistant_id FROM next_tasks),
   task_counts AS (
     SELECT status_now(t.stored_status, t.posting_count, t.id IN (SELECT task_id FROM next_up),
       t.owner_id IN (SELECT id FROM users WHERE is_posting_active)) AS status, count(*)::int AS count
     FROM tasks t GROUP BY 1
   ),
   assistant_sums AS MATERIALIZED (
     SELECT assistant_id, ${columnsOf((status) => `sum(${status}_count)::int AS ${status}`)} FROM tasks GROUP BY assistant_id
   ),
   posting_counts AS (
     SELECT kind.status, (kind.originals + coalesce(d.duplicates, 0))::int AS count
     FROM (SELECT ${columnsOf((status) => `coalesce(sum(${status}), 0) AS ${status}`)} FROM assistant_sums) o
     CROSS JOIN LATERAL (VALUES ${columnsOf((status) => `('${status}', o.${status})`)}) AS kind (status, originals)
     LEFT JOIN (
       SELECT status, count(*) AS duplicates FROM page_postings WHERE archived = ANY ('{false,true}') AND is_duplicate GROUP BY status
     ) d ON d.status = kind.status
   ),
   assistant_counts AS (
     SELECT assistant_status(a.deleted_at, a.queued_at, a.pause_reason,
       ${columnsOf((status) => `coalesce(b.${status}, 0)`)}, a.id IN (SELECT assistant_id FROM next_up),
       a.owner_id IN (SELECT id FROM users WHERE is_posting_active)) AS status, count(*)::int AS count
     FROM assistants a LEFT JOIN assistant_sums b ON b.assistant_id = a.id GROUP BY 1
   )
   SELECT ${byStatus('task_counts', TASK_STATUSES)} AS tasks_count,
     ${byStatus('assistant_counts', ASSISTANT_STATUSES)} AS assistants_count,
     ${byStatus('posting_counts', POSTING_STATUSES)} AS page_postings_count`,
);

const ofEachStatus = (sql: (status: string) => string) => POSTING_STATUSES.map(sql).join(', ');
/** Today is the last of the $1 days. */
const FIRST_MIDNIGHT = `(date_trunc('day', now(), 'UTC') - ($1::int - 1) * interval '24 hours')`;
/** To the range of int. */
const capped = (sum: string) => `least(coalesce(${sum}, 0), 2147483647)::int`;
/** In UTC every day has 24 hours, and date_bin is many times faster than a conversion to dates. */
const MIDNIGHT = `date_bin('1 day', created_at, '2000-01-01T00:00:00Z')`;

/** Each table is read from an index alone. */
const TRENDS = `WITH days AS (
     SELECT ${FIRST_MIDNIGHT} + n * interval '24 hours' AS midnight FROM generate_series(0, $1::int - 1) n
   ),
   posted AS (
     SELECT ${MIDNIGHT} AS midnight, ${ofEachStatus((status) => `count(*) FILTER (WHERE status = '${status}') AS ${status}`)}
     -- The index that has created_at and status begins with archived.
     FROM page_postings WHERE archived = ANY ('{false,true}') AND created_at >= ${FIRST_MIDNIGHT} GROUP BY 1
   ),
   joined AS (
     SELECT ${MIDNIGHT} AS midnight, count(*)::int AS users FROM users WHERE created_at >= ${FIRST_MIDNIGHT} GROUP BY 1
   ),
   booked AS (
     SELECT ${MIDNIGHT} AS midnight,
       -- Less what was reversed on this day.
       greatest(0, ${capped("sum(amount) FILTER (WHERE transaction_type = 'purchase')")}) AS bought,
       ${capped(`sum(amount) FILTER (WHERE amount > 0 AND (transaction_type IN ('bonus', 'admin_adjustment')
         OR (transaction_type = 'refund' AND admin_id IS NOT NULL)))`)} AS granted,
       ${capped(`sum(-amount) FILTER (WHERE transaction_type = 'spending'
         OR (transaction_type = 'refund' AND admin_id IS NULL))`)} AS spent
     FROM credit_transactions WHERE created_at >= ${FIRST_MIDNIGHT} GROUP BY 1
   )
   SELECT to_char(days.midnight AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
     json_build_object(${ofEachStatus((status) => `'${status}', coalesce(posted.${status}, 0)`)}) AS postings,
     coalesce(joined.users, 0) AS new_users, coalesce(booked.bought, 0) AS credits_bought,
     coalesce(booked.granted, 0) AS credits_granted, coalesce(booked.spent, 0) AS credits_spent
   FROM days LEFT JOIN posted USING (midnight) LEFT JOIN joined USING (midnight) LEFT JOIN booked USING (midnight)
   ORDER BY days.midnight`;

export const listTrends = statement<TrendDay, [number]>(TRENDS);

export const trendsExport: CsvExport<TrendsRange> = {
  columns: [
    ...['Day (UTC)', 'New users', 'Credits bought', 'Credits granted', 'Credits spent'],
    ...POSTING_STATUSES.map((status) => `Postings ${status}`),
  ],
  select: ({ days = TRENDS_DAYS }) => ({
    text: `SELECT day, new_users, credits_bought, credits_granted, credits_spent,
       ${ofEachStatus((status) => `(postings->>'${status}')::int`)}
       FROM (${TRENDS}) trends ORDER BY day`,
    values: [days],
  }),
};

const KEYS: Readonly<Record<FailuresBy, string>> = {
  message: 't.error_message',
  page: 'p.page_guid::text',
  site_pack: 't.site_pack_version::text',
  extension: 't.extension_version',
};

const PAGE_LABEL = `(SELECT page_name(pages) FROM pages WHERE guid = g.key::uuid)`;

/** $2 parts of length $1. The failures are read through their index, only from the first part on. */
const reportBy = (by: FailuresBy) =>
  statement<FailureReport, [part: string, parts: number]>(
    `WITH part AS MATERIALIZED (
       SELECT date_bin($1::interval, now(), '2000-01-01T00:00:00Z') - n * $1::interval AS at FROM generate_series(0, $2::int - 1) n
     ),
     failed AS MATERIALIZED (
       SELECT t.posting_id, coalesce(${KEYS[by]}, '') AS key, date_bin($1::interval, t.at, '2000-01-01T00:00:00Z') AS at, p.archived
       FROM posting_transitions t JOIN page_postings p ON p.id = t.posting_id
       WHERE t.to_status = 'failed' AND t.at >= (SELECT min(at) FROM part)
     ),
     groups AS MATERIALIZED (
       SELECT key, count(*)::int AS failures, (count(DISTINCT posting_id) FILTER (WHERE NOT archived))::int AS postings
       FROM failed GROUP BY key ORDER BY failures DESC, key LIMIT ${FAILURE_GROUPS_SHOWN}
     ),
     counts AS MATERIALIZED (
       SELECT key, at, count(*)::int AS failures FROM failed WHERE key IN (SELECT key FROM groups) GROUP BY key, at
     ),
     sums AS MATERIALIZED (SELECT at, count(*)::int AS failures FROM failed GROUP BY at)
     SELECT (SELECT ${isoTimeSql('min(at)')} FROM part) AS since,
       (SELECT json_agg(json_build_object('at', ${isoTimeSql('at')}, 'failures', coalesce(sums.failures, 0)) ORDER BY at)
        FROM part LEFT JOIN sums USING (at)) AS parts,
       (SELECT coalesce(json_agg(json_build_object('key', g.key, 'label', ${by === 'page' ? PAGE_LABEL : 'g.key'},
          'failures', g.failures, 'postings', g.postings, 'counts', (
            SELECT json_agg(coalesce(c.failures, 0) ORDER BY part.at) FROM part LEFT JOIN counts c ON c.at = part.at AND c.key = g.key
          )) ORDER BY g.failures DESC, g.key), '[]') FROM groups g) AS groups`,
  );

export const readFailures: Readonly<Record<FailuresBy, ReturnType<typeof reportBy>>> = {
  message: reportBy('message'),
  page: reportBy('page'),
  site_pack: reportBy('site_pack'),
  extension: reportBy('extension'),
};
