import { sql } from '../database/statement.ts';
import { targetedPagesSql } from '../postings/targets.ts';
import { IS_RESTRICTED } from './addToQueue.query.ts';

/** When the matched restricted pages would post flyers with these delays, runs and gap in hours, after their queues. */
export const planNewPostings = sql<
  { first_at: Date | null; last_at: Date | null; is_last_known: boolean; moved_pages: number },
  [
    ownerId: string,
    targetPages: readonly string[],
    targetTags: readonly string[],
    delays: readonly number[],
    runs: readonly number[],
    gapHours: number,
  ]
>(
  `SELECT min(n.publish_at) FILTER (WHERE NOT n.is_beyond) AS first_at, max(n.publish_at) AS last_at,
     NOT coalesce(bool_or(n.is_beyond), false) AS is_last_known,
     (count(DISTINCT g.guid) FILTER (WHERE n.is_moved))::int AS moved_pages
   FROM ${targetedPagesSql('$1', '$2', '$3')} g CROSS JOIN LATERAL plan_page(g, $4, $5, $6) n
   WHERE ${IS_RESTRICTED} AND n.id IS NULL`,
);
