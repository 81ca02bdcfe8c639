import type { PostingStatus } from '@flyerdeck/contracts';
import { sql } from '../database/statement.ts';
import type { Screenshot } from './deliverScreenshots.ts';
import type { Language } from './messages/botMessages.ts';

export type DeliveryAssistant = {
  readonly name: string;
  readonly screenshot_as_file: boolean;
  readonly is_deleted: boolean;
  readonly telegram_id: string;
  readonly language: Language;
  /** Null without an open request of "Process screenshots and notify bot". */
  readonly requested_at: Date | null;
};

/** The lock serialises the deliveries of one assistant. */
export const lockForDelivery = sql<DeliveryAssistant, [assistantId: string]>(
  `SELECT a.name, a.screenshot_as_file, a.deleted_at IS NOT NULL AS is_deleted, u.telegram_id, u.language,
     a.screenshots_requested_at AS requested_at
   FROM assistants a JOIN users u ON u.id = a.owner_id WHERE a.id = $1 FOR NO KEY UPDATE OF a`,
);

export type DeliveryPosting = {
  readonly id: string;
  readonly status: PostingStatus;
  readonly page_name: string;
  readonly posted_at: Date | null;
  /** Null until the post was seen on the page, and when it is gone. */
  readonly live_path: string | null;
  readonly screenshot_error: string | null;
  readonly transitions_count: number;
  readonly error_code: string | null;
  readonly screenshot: Omit<Screenshot, 'caption'> | null;
  readonly is_delivered: boolean;
};

export const listForDelivery = sql<DeliveryPosting, [assistantId: string]>(
  `SELECT p.id, p.status, coalesce(nullif(g.name, ''), nullif(g.username, ''), g.creator_id) AS page_name, p.posted_at,
     p.screenshot_error, p.transitions_count, p.error_code, coalesce(f.is_delivered, false) AS is_delivered,
     CASE WHEN l.gone_at IS NULL THEN l.path END AS live_path,
     CASE WHEN f.id IS NOT NULL THEN
       json_build_object('fileId', f.id, 'byteSize', f.byte_size, 'width', f.width, 'height', f.height) END AS screenshot
   FROM tasks t JOIN page_postings p ON p.task_id = t.id JOIN pages g ON g.guid = p.page_guid
   LEFT JOIN files f ON f.id = p.picture_file_id AND p.status = 'completed'
   LEFT JOIN live_posts l ON l.posting_id = p.id
   WHERE t.assistant_id = $1
   ORDER BY p.is_duplicate, p.sequence_order, page_name, p.id`,
);

export const markDelivered = sql<never, [fileIds: readonly string[]]>(
  'UPDATE files SET is_delivered = true WHERE id = ANY ($1) AND NOT is_delivered',
);

export const deleteScreenshotRequest = sql<never, [assistantId: string]>(
  'UPDATE assistants SET screenshots_requested_at = NULL WHERE id = $1',
);
