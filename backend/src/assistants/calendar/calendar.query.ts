import {
  CALENDAR_DESCRIPTION_LENGTH,
  CALENDAR_POSTINGS_PER_PAGE,
  type CalendarTask,
  CREDIT_OUTLOOK_DAYS,
  type PostingStatus,
} from '@flyerdeck/contracts';
import { sql, statement, statementWithIsoTimes } from '../../database/statement.ts';
import type { DueRepeatRow } from '../repeats/repeats.query.ts';

/**
 * Pages with a pending posting, or a post or failure from $2 to $3. $4 is an assistant, $5 a tag, $6 a part of a name; null for all.
 * OFFSET 0: by the statistics, reading the postings of all owners can look cheaper than a look-up for each page.
 */
export const listPagesWithPostings = statement<
  { guid: string },
  [ownerId: string, from: string, until: string, assistantId: string | null, tag: string | null, search: string]
>(
  `SELECT g.guid FROM pages g
   WHERE g.owner_id = $1 AND g.unlinked_at IS NULL
     AND ($5::text IS NULL OR EXISTS (SELECT FROM unnest(g.tags) tag WHERE lower(tag) = lower($5)))
     AND ($6 = '' OR strpos(lower(concat_ws(' ', g.name, g.username)), lower($6)) > 0) AND (
     EXISTS (
       SELECT FROM page_postings p
       WHERE p.page_guid = g.guid AND p.status = 'pending' AND ($4::uuid IS NULL OR p.assistant_id = $4) OFFSET 0)
     OR EXISTS (
       SELECT FROM in_flight f JOIN page_postings p ON p.id = f.posting_id
       WHERE f.page_guid = g.guid AND ($4::uuid IS NULL OR p.assistant_id = $4))
     OR EXISTS (
       SELECT FROM page_postings p
       WHERE p.page_guid = g.guid AND p.posted_at IS NOT NULL AND p.status IN ('posted', 'completed')
         AND greatest(p.posted_at, p.scheduled_for) >= $2 AND greatest(p.posted_at, p.scheduled_for) < $3
         AND ($4::uuid IS NULL OR p.assistant_id = $4) OFFSET 0)
     OR g.guid IN (
       SELECT p.page_guid FROM tasks t JOIN page_postings p ON p.task_id = t.id
       WHERE t.owner_id = $1 AND t.stored_status <> 'archived' AND left(p.status, 1) = 'f'
         AND p.status_since >= $2 AND p.status_since < $3 AND ($4::uuid IS NULL OR p.assistant_id = $4))
   )
   ORDER BY lower(page_name(g)), g.guid`,
);

export type PlannedRow = {
  page_guid: string;
  /** Null: further postings of the page go out after `at`. */
  id: string | null;
  task_id: string;
  assistant_id: string;
  is_duplicate: boolean;
  /** Null: nothing is planned, because the page is offline or its device cannot post. */
  at: string | null;
};

/** OFFSET 0: each posting is looked up. */
export const planPages = statementWithIsoTimes<PlannedRow, [ownerId: string]>(
  `SELECT g.guid AS page_guid, n.id, p.task_id, p.assistant_id, p.is_duplicate, n.publish_at AS at
   FROM pages g CROSS JOIN LATERAL plan_page(g) n
   LEFT JOIN LATERAL (SELECT task_id, assistant_id, is_duplicate FROM page_postings WHERE id = n.id OFFSET 0) p ON true
   WHERE g.owner_id = $1 AND g.unlinked_at IS NULL`,
);

type CalendarRow = {
  page_guid: string;
  id: string;
  task_id: string;
  at: string;
  status: PostingStatus;
  is_duplicate: boolean;
  /** Also those that are not listed. */
  of_page: number;
};

/** From $3 to $4, of the pages $2 or all: posts, failures, and what is posted now. $5 is an assistant; null for all. */
export const listCalendarPostings = statementWithIsoTimes<
  CalendarRow,
  [ownerId: string, pageGuids: readonly string[] | null, from: string, until: string, assistantId: string | null]
>(
  `WITH chosen AS MATERIALIZED (
    SELECT guid FROM pages WHERE owner_id = $1 AND ($2::uuid[] IS NULL OR guid = ANY ($2)) AND unlinked_at IS NULL
  ),
  posting AS (
    SELECT p.page_guid, p.id, p.task_id, coalesce(p.scheduled_for, now()) AS at, p.status, p.is_duplicate, p.assistant_id
    FROM chosen g JOIN in_flight f ON f.page_guid = g.guid JOIN page_postings p ON p.id = f.posting_id
    UNION ALL
    SELECT p.page_guid, p.id, p.task_id, greatest(p.posted_at, p.scheduled_for), p.status, p.is_duplicate, p.assistant_id
    FROM chosen g JOIN page_postings p ON p.page_guid = g.guid
    WHERE p.posted_at IS NOT NULL AND p.status IN ('posted', 'completed')
      AND greatest(p.posted_at, p.scheduled_for) >= $3 AND greatest(p.posted_at, p.scheduled_for) < $4
    UNION ALL
    SELECT p.page_guid, p.id, p.task_id, p.status_since, p.status, p.is_duplicate, p.assistant_id
    FROM tasks t JOIN page_postings p ON p.task_id = t.id JOIN chosen g ON g.guid = p.page_guid
    WHERE t.owner_id = $1 AND t.stored_status <> 'archived' AND left(p.status, 1) = 'f'
      AND p.status_since >= $3 AND p.status_since < $4
  ),
  in_range AS (
    SELECT posting.*, (count(*) OVER (PARTITION BY page_guid))::int AS of_page,
      row_number() OVER (PARTITION BY page_guid ORDER BY at, id) AS place
    FROM posting WHERE at >= $3 AND at < $4 AND ($5::uuid IS NULL OR assistant_id = $5)
  )
  SELECT page_guid, id, task_id, at, status, is_duplicate, of_page
  FROM in_range WHERE place <= ${CALENDAR_POSTINGS_PER_PAGE} ORDER BY page_guid, at, id`,
);

export const listCalendarTasks = statement<CalendarTask, [ownerId: string, taskIds: readonly string[]]>(
  `SELECT t.id, t.assistant_id, a.name AS assistant_name, left(t.description, ${CALENDAR_DESCRIPTION_LENGTH}) AS description,
     t.sequence_order, t.file_id
   FROM tasks t JOIN assistants a ON a.id = t.assistant_id
   WHERE t.owner_id = $1 AND t.id = ANY ($2::uuid[])`,
);

/** The days are those of the time zone $2, with their ends. */
export const findOutlookDays = sql<
  { balance: number; days: { readonly day: string; readonly until: number }[]; waits_for_credits: boolean },
  [ownerId: string, timeZone: string]
>(
  `SELECT u.credits_balance AS balance, (
     SELECT json_agg(json_build_object('day', to_char(d, 'YYYY-MM-DD'), 'until', extract(epoch FROM (d + interval '1 day') AT TIME ZONE $2) * 1000) ORDER BY d)
     FROM generate_series(date_trunc('day', now() AT TIME ZONE $2),
       date_trunc('day', now() AT TIME ZONE $2) + interval '${CREDIT_OUTLOOK_DAYS - 1} days', interval '1 day') d
   ) AS days, EXISTS (
     SELECT FROM assistants a WHERE a.owner_id = $1 AND a.deleted_at IS NULL AND a.pause_reason = 'insufficient_credits'
   ) AS waits_for_credits
   FROM users u WHERE u.id = $1`,
);

/** Before $4, by the plans and by further claims of the pages $2 at the times $3. Also after which time a page has postings that are not planned. */
export const planFees = sql<
  { fees: Date[]; after: Date | null; offline_pages: number },
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
  SELECT ARRAY(SELECT at FROM fee ORDER BY at) AS fees, (SELECT min(publish_at) FROM planned WHERE is_beyond) AS after,
     (SELECT count(*)::int FROM planned WHERE claim_at IS NULL AND NOT is_beyond) AS offline_pages`,
);

const MAX_REPEATS = 100;

export type ComingRepeat = Omit<DueRepeatRow, 'last_planned_at' | 'now'> & { page_guids: string[] };

export const listComingRepeats = sql<ComingRepeat, [ownerId: string]>(
  `SELECT r.every_days, r.weekdays, r.local_time, r.time_zone, r.starts_on::text, r.ends_on::text, r.max_runs, r.runs, r.next_at,
     ARRAY(SELECT t.guid::text FROM targeted_pages($1,
       ARRAY(SELECT jsonb_array_elements_text(a.posting_rules -> 'target_pages')::uuid),
       ARRAY(SELECT jsonb_array_elements_text(a.posting_rules -> 'target_tags'))) t) AS page_guids
   FROM repeats r JOIN assistants a ON a.id = r.assistant_id
   WHERE a.owner_id = $1 AND a.deleted_at IS NULL AND a.pause_reason IS DISTINCT FROM 'user'
     AND r.paused_at IS NULL AND r.next_at < now() + interval '${CREDIT_OUTLOOK_DAYS} days'
     AND EXISTS (SELECT FROM tasks WHERE tasks.assistant_id = a.id)
   ORDER BY r.next_at LIMIT ${MAX_REPEATS}`,
);
