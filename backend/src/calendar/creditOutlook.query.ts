import { CREDIT_OUTLOOK_DAYS } from '@flyerdeck/contracts';
import type { DueRepeatRow } from '../assistants/repeats/repeats.query.ts';
import { sql } from '../database/statement.ts';
import { targetedPagesSql } from '../postings/targets.ts';

/** The balance of user $1, and the days in the time zone $2 with their ends. */
export const findOutlookDays = sql<
  { balance: number; days: { readonly day: string; readonly until: number }[] },
  [ownerId: string, timeZone: string]
>(
  `SELECT u.credits_balance AS balance, (
     SELECT json_agg(json_build_object('day', to_char(d, 'YYYY-MM-DD'), 'until', extract(epoch FROM (d + interval '1 day') AT TIME ZONE $2) * 1000) ORDER BY d)
     FROM generate_series(date_trunc('day', now() AT TIME ZONE $2),
       date_trunc('day', now() AT TIME ZONE $2) + interval '${CREDIT_OUTLOOK_DAYS - 1} days', interval '1 day') d
   ) AS days
   FROM users u WHERE u.id = $1`,
);

/**
 * When the linked pages of owner $1 take fees before $4, by their plans and by further claims of the pages $2 at the times $3, and after
 * which time a page has further postings that are not planned.
 */
export const planFees = sql<
  { fees: Date[]; after: Date | null },
  [ownerId: string, pageGuids: readonly string[], times: readonly Date[], until: Date]
>(
  `WITH planned AS MATERIALIZED (
    SELECT g.guid, n.* FROM pages g CROSS JOIN LATERAL plan_page(g) n WHERE g.owner_id = $1 AND g.unlinked_at IS NULL
  ), claim AS (
    SELECT guid, claim_at FROM planned WHERE NOT is_beyond AND claim_at < $4
    UNION ALL
    SELECT guid, claim_at FROM unnest($2::uuid[], $3::timestamptz[]) AS t (guid, claim_at)
  ), fee AS (
    SELECT fee_times(g, c.claims) AS at
    FROM (SELECT guid, array_agg(claim_at ORDER BY claim_at) AS claims FROM claim GROUP BY guid) c JOIN pages g ON g.guid = c.guid
  )
  SELECT ARRAY(SELECT at FROM fee ORDER BY at) AS fees, (SELECT min(publish_at) FROM planned WHERE is_beyond) AS after`,
);

const MAX_REPEATS = 100;

export type ComingRepeat = Omit<DueRepeatRow, 'last_planned_at' | 'now'> & { page_guids: string[] };

/** The repeats of owner $1 that run next, with the pages that they post to. */
export const listComingRepeats = sql<ComingRepeat, [ownerId: string]>(
  `SELECT r.every_days, r.weekdays, r.local_time, r.time_zone, r.starts_on::text, r.ends_on::text, r.max_runs, r.runs, r.next_at,
     ARRAY(SELECT t.guid::text FROM ${targetedPagesSql(
       '$1',
       `ARRAY(SELECT jsonb_array_elements_text(a.posting_rules -> 'target_pages'))`,
       `ARRAY(SELECT jsonb_array_elements_text(a.posting_rules -> 'target_tags'))`,
     )} t) AS page_guids
   FROM repeats r JOIN assistants a ON a.id = r.assistant_id
   WHERE a.owner_id = $1 AND a.deleted_at IS NULL AND a.pause_reason IS DISTINCT FROM 'user'
     AND r.paused_at IS NULL AND r.next_at < now() + interval '${CREDIT_OUTLOOK_DAYS} days'
     AND EXISTS (SELECT FROM tasks WHERE tasks.assistant_id = a.id)
   ORDER BY r.next_at LIMIT ${MAX_REPEATS}`,
);
