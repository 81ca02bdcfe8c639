import { statementWithIsoTimes } from '../database/statement.ts';

export type PlannedRow = {
  page_guid: string;
  /** Null: further postings of the page go out after `at`. */
  id: string | null;
  task_id: string;
  is_duplicate: boolean;
  /** Null: nothing is planned, because the page is offline or its device cannot post. */
  at: string | null;
};

/** What the pages $2 of owner $1 will post (plan_page). OFFSET 0: each posting is looked up. */
export const planPages = statementWithIsoTimes<PlannedRow, [ownerId: string, pageGuids: readonly string[]]>(
  `SELECT g.guid AS page_guid, n.id, p.task_id, p.is_duplicate, n.publish_at AS at
   FROM pages g CROSS JOIN LATERAL plan_page(g) n
   LEFT JOIN LATERAL (SELECT task_id, is_duplicate FROM page_postings WHERE id = n.id OFFSET 0) p ON true
   WHERE g.owner_id = $1 AND g.guid = ANY ($2::uuid[]) AND g.unlinked_at IS NULL`,
);
