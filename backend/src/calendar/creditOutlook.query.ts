import { CREDIT_OUTLOOK_DAYS } from '@flyerdeck/contracts';
import type { DueRepeatRow } from '../assistants/repeats/repeats.query.ts';
import { sql } from '../database/statement.ts';
import { targetedPagesSql } from '../postings/targets.query.ts';

/** Times in microseconds, as numbers that JavaScript represents exactly. */
const microseconds = (time: string) => `(extract(epoch FROM ${time}) * 1000000)::float8`;

/** The balance of user $1, and the days in the time zone $2 with their ends. */
export const findOutlookDays = sql<
  { balance: number; days: { readonly day: string; readonly until: number }[] },
  [ownerId: string, timeZone: string]
>(
  `SELECT u.credits_balance AS balance, (
     SELECT json_agg(json_build_object('day', to_char(d, 'YYYY-MM-DD'), 'until', ${microseconds(`((d + interval '1 day') AT TIME ZONE $2)`)}) ORDER BY d)
     FROM generate_series(date_trunc('day', now() AT TIME ZONE $2),
       date_trunc('day', now() AT TIME ZONE $2) + interval '${CREDIT_OUTLOOK_DAYS - 1} days', interval '1 day') d
   ) AS days
   FROM users u WHERE u.id = $1`,
);

export type PayingPage = {
  guid: string;
  paid_until: number | null;
  /** It has a charge under which nothing was posted: the next fee is not taken. */
  is_prepaid: boolean;
  has_queue: boolean;
};

/** The linked pages of owner $1. OFFSET 0 as in listPagesWithPostings. */
export const listPayingPages = sql<PayingPage, [ownerId: string]>(
  `SELECT g.guid, ${microseconds('g.paid_until')} AS paid_until, g.unused_charge_id IS NOT NULL AS is_prepaid, EXISTS (
     SELECT FROM page_postings p WHERE p.page_guid = g.guid AND p.status = 'pending' OFFSET 0) AS has_queue
   FROM pages g WHERE g.owner_id = $1 AND g.unlinked_at IS NULL`,
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
