import { statement } from '../database/statement.ts';

export type PreviewRow = {
  avatar_url: string | null;
  home_count: number;
  notifications_count: number;
  messages_count: number;
  scheduled_for: Date | null;
  time_zone: string;
  file_id: string | null;
  description: string;
};

/**
 * Public by design: the id is a random UUID that nobody guesses. Gone with its assistant and its page's link, and while its owner
 * is deactivated; not while the post is being photographed, or its screenshot would be lost.
 */
export const findPreview = statement<PreviewRow, [string]>(
  'preview',
  `SELECT g.avatar_url, g.home_count, g.notifications_count, g.messages_count, p.scheduled_for, g.time_zone, t.file_id, t.description
   FROM page_postings p
   JOIN pages g ON g.guid = p.page_guid
   JOIN tasks t ON t.id = p.task_id
   JOIN assistants a ON a.id = p.assistant_id
   JOIN users u ON u.id = p.owner_id
   WHERE p.id = $1 AND (
     (a.deleted_at IS NULL AND g.unlinked_at IS NULL AND u.is_active)
     OR EXISTS (SELECT FROM pending_screenshots s WHERE s.posting_id = p.id)
   )`,
);
