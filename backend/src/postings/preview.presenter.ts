import type { PreviewData } from '@flyerdeck/contracts';
import type { PreviewRow } from './preview.query.ts';

/** As "Nov 22, 2026, 5:00 PM", in the time zone of the page's device. */
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

export const presentPreview = (row: PreviewRow): PreviewData => ({
  pageAvatarBase64: null,
  pageAvatarUrl: row.avatar_url,
  homeCount: row.home_count,
  notificationsCount: row.notifications_count,
  messagesCount: row.messages_count,
  ...(row.scheduled_for ? { scheduleText: scheduleText(row.scheduled_for, row.time_zone) } : {}),
  imageUrl: row.file_id && `/api/get_image/${row.file_id}`,
  description: row.description,
});
