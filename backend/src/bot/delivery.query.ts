import type { PostingStatus } from '@flyerdeck/contracts';
import { type Db, sql } from '../database/statement.ts';
import type { Screenshot } from './albums.ts';
import type { Language } from './messages/botMessages.ts';

export type DeliveryAssistant = {
  readonly name: string;
  readonly screenshot_as_file: boolean;
  readonly is_deleted: boolean;
  readonly telegram_id: string;
  readonly language: Language;
  /** When the user chose "Process screenshots and notify bot". Null without an open request. */
  readonly requested_at: Date | null;
};

const lockAssistant = sql<never, [assistantId: string]>('SELECT FROM assistants WHERE id = $1 FOR NO KEY UPDATE');
const findAssistant = sql<DeliveryAssistant, [assistantId: string]>(
  `SELECT a.name, a.screenshot_as_file, a.deleted_at IS NOT NULL AS is_deleted, u.telegram_id, u.language, r.requested_at
   FROM assistants a JOIN users u ON u.id = a.owner_id LEFT JOIN bot_screenshot_requests r ON r.assistant_id = a.id
   WHERE a.id = $1`,
);

/** Locks the assistant's row and reads it. The lock serialises the deliveries of one assistant. */
export async function lockForDelivery(db: Db, assistantId: string): Promise<DeliveryAssistant | null> {
  // Two statements: a statement that waits for a lock reads joined rows as they were before it waited. It would find the
  // request that the earlier delivery has just answered.
  await lockAssistant(db, [assistantId]);
  return (await findAssistant(db, [assistantId]))[0] ?? null;
}

export type DeliveryPosting = {
  readonly id: string;
  readonly status: PostingStatus;
  readonly page_name: string;
  readonly posted_at: Date | null;
  /** Where the post was seen on the page. Null until then, and when it is gone. */
  readonly live_path: string | null;
  readonly screenshot_error: string | null;
  readonly transitions_count: number;
  readonly error_code: string | null;
  readonly screenshot: Omit<Screenshot, 'caption'> | null;
  readonly is_delivered: boolean;
};

/** All postings of an assistant, in the order in which the app lists them. */
export const listForDelivery = sql<DeliveryPosting, [assistantId: string]>(
  `SELECT p.id, p.status, coalesce(nullif(g.name, ''), nullif(g.username, ''), g.creator_id) AS page_name, p.posted_at,
     p.screenshot_error, p.transitions_count, p.error_code, d.posting_id IS NOT NULL AS is_delivered,
     CASE WHEN l.gone_at IS NULL THEN l.path END AS live_path,
     CASE WHEN f.id IS NOT NULL THEN
       json_build_object('fileId', f.id, 'byteSize', f.byte_size, 'width', f.width, 'height', f.height) END AS screenshot
   FROM tasks t JOIN page_postings p ON p.task_id = t.id JOIN pages g ON g.guid = p.page_guid
   LEFT JOIN files f ON f.id = p.picture_file_id AND p.status = 'completed'
   LEFT JOIN bot_delivered_screenshots d ON d.posting_id = p.id
   LEFT JOIN live_posts l ON l.posting_id = p.id
   WHERE t.assistant_id = $1
   ORDER BY p.is_duplicate, p.sequence_order, page_name, p.id`,
);

export const markDelivered = sql<never, [postingIds: readonly string[]]>(
  'INSERT INTO bot_delivered_screenshots (posting_id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING',
);

export const deleteScreenshotRequest = sql<never, [assistantId: string]>(
  'DELETE FROM bot_screenshot_requests WHERE assistant_id = $1',
);
