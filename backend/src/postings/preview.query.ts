import type { PreviewData } from '@flyerdeck/contracts';
import { statement } from '../database/statement.ts';
import { avatarPathSql } from '../files/files.query.ts';

type PreviewRow = Omit<PreviewData, 'pageAvatarBase64' | 'scheduleText' | 'imageUrl'> & {
  scheduled_for: Date | null;
  time_zone: string;
  file_id: string | null;
};

/** Public: the id is a random UUID. Not found with a deleted assistant, an unlinked page or a deactivated owner, except with the token of its pending screenshot. */
export const findPreview = statement<PreviewRow, [postingId: string, token: string]>(
  `SELECT ${avatarPathSql('g')} AS "pageAvatarUrl", g.home_count AS "homeCount", g.notifications_count AS "notificationsCount",
     g.messages_count AS "messagesCount", p.scheduled_for, g.time_zone, t.file_id, coalesce(p.page_text, t.description) AS description
   FROM page_postings p
   JOIN pages g ON g.guid = p.page_guid
   JOIN tasks t ON t.id = p.task_id
   JOIN assistants a ON a.id = p.assistant_id
   JOIN users u ON u.id = p.owner_id
   WHERE p.id = $1 AND (
     (a.deleted_at IS NULL AND g.unlinked_at IS NULL AND u.is_active)
     OR EXISTS (SELECT FROM pending_screenshots s WHERE s.posting_id = p.id AND s.preview_token::text = $2)
   )`,
);

/** "Nov 22, 2026, 5:00 PM", in the time zone of the page's device. */
function scheduleText(at: Date, timeZone: string): string {
  const text = new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(at);
  // Newer ICU puts a narrow no-break space before AM and PM.
  return text.replaceAll('\u202f', ' ');
}

export const presentPreview = ({ scheduled_for, time_zone, file_id, ...shown }: PreviewRow): PreviewData => ({
  ...shown,
  pageAvatarBase64: null,
  ...(scheduled_for ? { scheduleText: scheduleText(scheduled_for, time_zone) } : {}),
  imageUrl: file_id && `/api/get_image/${file_id}`,
});
