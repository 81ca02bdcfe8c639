import { statement } from '../database/statement.ts';
import { targetedPagesSql } from '../postings/targets.ts';

/** A restricted page may post later than the delays say: it has limits, or the creator site has paused it. `g` is the page. */
export const IS_RESTRICTED = `(has_limits(g) OR coalesce(g.paused_until > now(), false))`;

export type ExtentRow = {
  pages: number;
  restricted_pages: number;
  unpaid_pages: number;
  task_ids: string[];
  balance: number;
};

/** What the rules match now: the numbers of pages, of restricted pages and of pages to be charged, and the ordered tasks of the assistant $4. */
export const findExtent = statement<
  ExtentRow,
  [ownerId: string, targetPages: readonly string[], targetTags: readonly string[], assistantId: string]
>(
  `SELECT count(g.guid)::int AS pages,
     (count(g.guid) FILTER (WHERE ${IS_RESTRICTED}))::int AS restricted_pages,
     (count(g.guid) FILTER (WHERE needs_fee(g, now())))::int AS unpaid_pages,
     ARRAY(SELECT t.id::text FROM tasks t WHERE t.assistant_id = $4 AND t.archived_at IS NULL ORDER BY t.sequence_order, t.id) AS task_ids,
     (SELECT credits_balance FROM users WHERE id = $1) AS balance
   FROM ${targetedPagesSql('$1', '$2', '$3')} g`,
);
