import { sql } from '../../database/statement.ts';
import { targetedPagesSql } from '../../postings/targets.query.ts';

/** A restricted page may post later than the delays say: it has limits, or the creator site has paused it. `g` is the page. */
export const IS_RESTRICTED = `(has_limits(g) OR coalesce(g.paused_until > now(), false))`;
/** A time as an integer that JavaScript represents exactly, also with the microseconds of Postgres. */
export const microseconds = (time: string) => `(extract(epoch FROM ${time}) * 1000000)::bigint`;

/** At most so many pages are asked when an assistant may start. */
const ASKED_PAGES = 20;

/**
 * The owner's queued assistants that wait for their first claim, and when an unrestricted page claims it, in microseconds: of at most
 * 20 such pages the first one. `is_known`: it does so now, so no other page is earlier.
 */
export const listUnstarted = sql<
  { id: string; claimed_at: string | null; is_known: boolean; has_delays: boolean },
  [ownerId: string]
>(
  `SELECT a.id, ${microseconds('free.at')} AS claimed_at, coalesce(free.at <= now(), false) AS is_known, EXISTS (
     SELECT FROM page_postings p
     WHERE p.assistant_id = a.id AND left(p.status, 1) = 'p' AND p.status = 'pending' AND p.delay_hours > 0 OFFSET 0
   ) AS has_delays
   FROM assistants a
   LEFT JOIN LATERAL (SELECT t.id FROM tasks t WHERE t.assistant_id = a.id ORDER BY t.sequence_order, t.id LIMIT 1) first ON true
   CROSS JOIN LATERAL (
     SELECT min(free_at(page_guid, a.queued_at)) AS at FROM (
       SELECT p.page_guid FROM page_postings p JOIN pages g ON g.guid = p.page_guid
       WHERE p.task_id = first.id AND NOT p.is_duplicate AND p.status = 'pending' AND NOT ${IS_RESTRICTED} LIMIT ${ASKED_PAGES}
     ) asked
   ) free
   WHERE a.owner_id = $1 AND a.queued_at IS NOT NULL AND a.started_at IS NULL AND is_running(a)`,
);

/** When an unrestricted page would claim the first posting of an assistant that is queued now, in microseconds. Null if no such page is matched. */
export const findFirstClaim = sql<
  { claimed_at: string | null },
  [ownerId: string, targetPages: readonly string[], targetTags: readonly string[]]
>(
  `SELECT ${microseconds(`min(free_at(guid, 'infinity'))`)} AS claimed_at
   FROM (SELECT g.guid FROM ${targetedPagesSql('$1', '$2', '$3')} g WHERE NOT ${IS_RESTRICTED} LIMIT ${ASKED_PAGES}) asked`,
);

/** A posting of a queue. Times are in microseconds. */
export interface QueuedPosting {
  readonly assistantId: string;
  readonly runIndex: number;
  readonly isDuplicate: boolean;
  readonly delayHours: number;
  readonly gapHours: number;
  /** When its assistant has started. */
  readonly startedAt: number | null;
  /** From when its run goes on: the latest of the postings of its run on its page. */
  readonly lastInRun: number | null;
  /** Null on pages that were not asked for. */
  readonly id: string | null;
  readonly taskId: string | null;
  /** The position of its flyer in the assistant. */
  readonly sequence: number;
  /** Of a duplicate: how long after the first post of its flyer it is due, and when that was. */
  readonly hoursAfterOriginal: number;
  readonly originalAt: number | null;
}

/** As `readQueues` returns it: without names, which would be most of the JSON of a long queue. */
export type QueuedPostingRow = readonly [
  assistantId: string,
  runIndex: number,
  isDuplicate: 0 | 1,
  delayHours: number,
  gapHours: number,
  startedAt: number | null,
  lastInRun: number | null,
  id: string | null,
  taskId: string | null,
  sequence: number,
  hoursAfterOriginal: number,
  originalAt: number | null,
];

export const queuedPosting = (row: QueuedPostingRow): QueuedPosting => ({
  assistantId: row[0],
  runIndex: row[1],
  isDuplicate: row[2] === 1,
  delayHours: row[3],
  gapHours: row[4],
  startedAt: row[5],
  lastInRun: row[6],
  id: row[7],
  taskId: row[8],
  sequence: row[9],
  hoursAfterOriginal: row[10],
  originalAt: row[11],
});

export type PageQueue = {
  guid: string;
  is_target: boolean;
  is_limited: boolean;
  has_scheduler: boolean;
  max_posts: number | null;
  gap_minutes: number | null;
  hours_from: string | null;
  hours_until: string | null;
  zone: string | null;
  plan: {
    readonly now: number;
    /** How long a post of the page usually takes, and how much longer or shorter it may be. */
    readonly post_time: number;
    readonly post_spread: number;
    /** When its posting in flight will be reported, if it takes that long. */
    readonly busy_until: number | null;
    /** Whether its device has polled lately. */
    readonly is_online: boolean;
    /** The end of its pause. */
    readonly paused_until: number | null;
    /** Of the posts that count for the limits, sorted. Null if the page has none. */
    readonly times: number[] | null;
    readonly queue: readonly QueuedPostingRow[] | null;
  };
};

/** When the posting `o` is live, or will be. */
const LIVE_AT = `greatest(o.publish_at, o.posted_at, CASE WHEN o.status = 'posting' THEN page.busy_until END)`;

/**
 * The queues of the pages $4, and of the restricted ones that are matched or on which one of the assistants $5 may start.
 * It is assumed that a claim in flight is posted after the page's usual time.
 */
export const readQueues = sql<
  PageQueue,
  [
    ownerId: string,
    targetPages: readonly string[],
    targetTags: readonly string[],
    pageGuids: readonly string[],
    unstarted: readonly string[],
  ]
>(
  `WITH page AS MATERIALIZED (
     SELECT g.*, t.guid IS NOT NULL AS is_target, has_limits(g) AS is_limited, g.guid = ANY ($4::uuid[]) AS is_asked,
       post.usual, post.spread, flight.scheduled_for,
       CASE WHEN flight.claimed_at IS NOT NULL THEN greatest(now(), flight.claimed_at + post.usual) END AS busy_until
     FROM pages g
     LEFT JOIN ${targetedPagesSql('$1', '$2', '$3')} t ON t.guid = g.guid
     CROSS JOIN LATERAL usual_post_time(g.guid) post
     LEFT JOIN LATERAL (
       SELECT p.scheduled_for, p.claimed_at FROM in_flight f JOIN page_postings p ON p.id = f.posting_id WHERE f.page_guid = g.guid
     ) flight ON true
     WHERE g.owner_id = $1 AND g.unlinked_at IS NULL AND (g.guid = ANY ($4::uuid[]) OR ${IS_RESTRICTED} AND (t.guid IS NOT NULL OR g.guid IN (
       SELECT page_guid FROM page_postings WHERE assistant_id = ANY ($5::uuid[]) AND left(status, 1) = 'p' AND status = 'pending'
     )))
   ),
   queue AS MATERIALIZED (
     SELECT p.page_guid, json_agg(
       json_build_array(p.assistant_id, p.run_index, p.is_duplicate::int, p.delay_hours, p.gap_hours, ${microseconds('a.started_at')},
         ${microseconds('before.at')}, CASE WHEN page.is_asked THEN p.id END, CASE WHEN page.is_asked THEN p.task_id END,
         p.sequence_order, CASE WHEN p.is_duplicate THEN p.delay_hours - original.delay_hours ELSE 0 END, ${microseconds('original.at')})
       ORDER BY p.queued_at, p.is_duplicate, p.sequence_order, p.id) AS postings
     FROM page
     -- OFFSET 0: the queue of each page is looked up. By the statistics, reading what is pending of all owners can look cheaper.
     CROSS JOIN LATERAL (SELECT * FROM page_postings WHERE page_guid = page.guid AND status = 'pending' OFFSET 0) p
     JOIN assistants a ON a.id = p.assistant_id
     LEFT JOIN LATERAL (
       SELECT max(CASE WHEN p.gap_hours % 24 = 0 THEN ${LIVE_AT} ELSE o.publish_at END) AS at
       FROM page_postings o
       WHERE a.started_at IS NOT NULL AND o.page_guid = p.page_guid AND o.assistant_id = p.assistant_id AND o.run_index = p.run_index
         AND o.is_duplicate = p.is_duplicate AND o.publish_at IS NOT NULL
         AND (o.status IN ('posting', 'posted', 'completed') OR o.error_code = 'unconfirmed')
     ) before ON true
     LEFT JOIN LATERAL (
       SELECT o.delay_hours, CASE WHEN o.status IN ('posting', 'posted', 'completed') OR o.error_code = 'unconfirmed' THEN ${LIVE_AT} END AS at
       FROM page_postings o WHERE o.id = p.duplicate_of
     ) original ON true
     WHERE is_running(a)
     GROUP BY p.page_guid
   )
   SELECT g.guid, g.is_target, g.is_limited, g.has_scheduler, g.max_posts_in_24_hours AS max_posts, g.min_gap_minutes AS gap_minutes,
     g.posting_hours_from AS hours_from, g.posting_hours_until AS hours_until, g.posting_hours_zone AS zone,
     json_build_object('now', ${microseconds('now()')}, 'post_time', ${microseconds('g.usual')}, 'post_spread', ${microseconds('g.spread')},
       'busy_until', ${microseconds('g.busy_until')}, 'is_online', NOT is_offline(g.last_polled_at),
       'paused_until', ${microseconds('g.paused_until')}, 'queue', queue.postings, 'times', CASE WHEN g.is_limited THEN (
       SELECT json_agg(${microseconds('time')} ORDER BY time) FROM (
         SELECT unnest(counted_times(g.guid, now() - greatest(interval '24 hours', g.min_gap_minutes * interval '1 minute')))
         UNION ALL
         SELECT coalesce(date_trunc('minute', g.scheduled_for), g.busy_until) WHERE g.busy_until IS NOT NULL
       ) t (time)
     ) END) AS plan
   FROM page g
   LEFT JOIN queue ON queue.page_guid = g.guid`,
);
