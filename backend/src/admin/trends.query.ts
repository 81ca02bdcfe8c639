import { POSTING_STATUSES, TRENDS_DAYS, type TrendDay, type TrendsRange } from '@flyerdeck/contracts';
import { statement } from '../database/statement.ts';
import type { CsvExport } from '../exports/csvExport.ts';

const ofEachStatus = (sql: (status: string) => string) => POSTING_STATUSES.map(sql).join(', ');
/** Midnight UTC of the first of the last $1 days. Today is the last of them. */
const FIRST_MIDNIGHT = `(date_trunc('day', now(), 'UTC') - ($1::int - 1) * interval '24 hours')`;
/** Limits a sum to the range of int. */
const capped = (sum: string) => `least(coalesce(${sum}, 0), 2147483647)::int`;
/** Midnight UTC of the row's day. In UTC every day has 24 hours, and date_bin is many times faster than a conversion to dates. */
const MIDNIGHT = `date_bin('1 day', created_at, '2000-01-01T00:00:00Z')`;

/** The last $1 days in UTC, oldest first. Each table is read from an index alone. */
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

/** The numbers of all charts, one line per day. */
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
