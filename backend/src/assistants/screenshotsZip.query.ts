import { sql } from '../database/statement.ts';

/** How many do not fit into $3 bytes and $4 files, in the order of screenshotsZip.ts. No row if the owner $1 has no such assistant. */
export const measureScreenshots = sql<
  { screenshots: number; left_out: number },
  [ownerId: string, assistantId: string, maxBytes: number, maxFiles: number]
>(
  `SELECT count(s.place)::int AS screenshots,
     (count(s.place) FILTER (WHERE s.bytes > $3::bigint OR s.place > $4::bigint))::int AS left_out
   FROM assistants a LEFT JOIN (
     SELECT sum(f.byte_size) OVER in_order AS bytes, row_number() OVER in_order AS place
     FROM tasks t
     JOIN page_postings p ON p.task_id = t.id
     JOIN files f ON f.id = p.picture_file_id
     WHERE t.assistant_id = $2 AND t.owner_id = $1
     WINDOW in_order AS (ORDER BY t.sequence_order, t.id, p.page_guid, p.is_duplicate ROWS UNBOUNDED PRECEDING)
   ) s ON true
   WHERE a.owner_id = $1 AND a.id = $2 AND a.deleted_at IS NULL GROUP BY a.id`,
);

/** Archived flyers included. No row after the assistant was deleted. */
export const listFlyersWithScreenshots = sql<
  { id: string; sequence_order: number },
  [ownerId: string, assistantId: string]
>(
  `SELECT t.id, t.sequence_order FROM tasks t JOIN assistants a ON a.id = t.assistant_id
   WHERE a.owner_id = $1 AND a.id = $2 AND a.deleted_at IS NULL
   ORDER BY t.sequence_order, t.id`,
);

export type ScreenshotRow = {
  page_guid: string;
  is_duplicate: boolean;
  page_name: string;
  creator_id: string;
  sha256: string;
  content_type: string;
  byte_size: number;
};

export const listScreenshots = sql<
  ScreenshotRow,
  [taskId: string, afterPage: string, afterDuplicate: boolean, limit: number]
>(
  `SELECT p.page_guid, p.is_duplicate, coalesce(nullif(g.name, ''), nullif(g.username, ''), '') AS page_name, g.creator_id,
     f.sha256, f.content_type, f.byte_size
   FROM page_postings p
   JOIN files f ON f.id = p.picture_file_id
   JOIN pages g ON g.guid = p.page_guid
   WHERE p.task_id = $1 AND (p.page_guid, p.is_duplicate) > ($2::uuid, $3::boolean)
   ORDER BY p.page_guid, p.is_duplicate LIMIT $4`,
);
