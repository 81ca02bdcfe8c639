import { sql } from '../database/statement.ts';
import { targetedPagesSql } from '../postings/targets.query.ts';

export type PlannedRow = {
  assistant_id: string;
  /** On any of the pages. */
  first_claim_at: Date;
  has_delays: boolean;
  has_started: boolean;
  first_at: Date;
  last_at: Date;
  /** Pages with a posting that is published later than its delay says. */
  moved_pages: number;
};

const HAS_LIMITS = 'num_nonnulls(g.max_posts_in_24_hours, g.min_gap_minutes, g.posting_hours_from) > 0';

/** The owner's assistants that wait for their first claim, and get it at once on a page without limits. */
export const listStartingNow = sql<{ id: string; now: Date }, [ownerId: string]>(
  `SELECT a.id, now() FROM assistants a
   WHERE a.owner_id = $1 AND a.queued_at IS NOT NULL AND a.started_at IS NULL AND a.pause_reason IS NULL AND a.deleted_at IS NULL
     AND EXISTS (
       SELECT FROM page_postings p JOIN pages g ON g.guid = p.page_guid
       WHERE p.assistant_id = a.id AND left(p.status, 1) = 'p' AND p.status = 'pending' AND NOT ${HAS_LIMITS}
     )`,
);

/**
 * What the matched pages with limits will post: a row for each assistant in their lines. $4 and $5: the arguments of
 * planned_posts. Includes other pages with limits on which assistants may start. Pages with the same limits, no posts that
 * count and an empty line have the same plan, so only one of them is planned.
 */
export const planLimitedPages = sql<
  PlannedRow,
  [ownerId: string, targetPages: readonly string[], targetTags: readonly string[], starts: string, newPostings: string]
>(
  `WITH alike AS MATERIALIZED (
     SELECT min(g.guid::text)::uuid AS guid, count(*)::int AS pages, t.guid IS NOT NULL AS is_target
     FROM pages g LEFT JOIN ${targetedPagesSql('$1', '$2', '$3')} t ON t.guid = g.guid
     WHERE g.owner_id = $1 AND g.unlinked_at IS NULL AND ${HAS_LIMITS} AND (t.guid IS NOT NULL OR EXISTS (
       SELECT FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
       WHERE p.page_guid = g.guid AND p.status = 'pending' AND a.started_at IS NULL
     ))
     GROUP BY t.guid IS NOT NULL, g.max_posts_in_24_hours, g.min_gap_minutes, g.posting_hours_from, g.posting_hours_until, g.posting_hours_zone,
       CASE WHEN EXISTS (SELECT FROM page_postings p WHERE p.page_guid = g.guid AND p.status = 'pending')
         OR EXISTS (SELECT FROM in_flight f WHERE f.page_guid = g.guid)
         OR counted_times(g.guid, now() - greatest(interval '24 hours', g.min_gap_minutes * interval '1 minute')) IS NOT NULL
       THEN g.guid END
   )
   SELECT n.assistant_id, min(n.claim_at) AS first_claim_at, bool_or(n.delay_hours > 0) AS has_delays,
     a.started_at IS NOT NULL AS has_started, min(n.publish_at) AS first_at, max(n.last_at) AS last_at,
     coalesce(sum(n.pages) FILTER (WHERE n.is_moved), 0)::int AS moved_pages
   FROM (
     SELECT p.assistant_id, min(p.claim_at) AS claim_at, max(p.delay_hours) AS delay_hours, min(p.publish_at) AS publish_at,
       max(p.publish_at) AS last_at, alike.pages,
       bool_or(p.publish_at > now() + p.delay_hours * interval '1 hour' + interval '1 minute') AS is_moved
     FROM alike CROSS JOIN LATERAL planned_posts(alike.guid, $4::jsonb, CASE WHEN is_target THEN $5::jsonb ELSE '[]' END) p
     GROUP BY alike.guid, alike.pages, p.assistant_id
   ) n
   JOIN assistants a ON a.id = n.assistant_id
   GROUP BY n.assistant_id, a.started_at`,
);
