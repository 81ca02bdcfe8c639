import type { PreviewData } from '@flyerdeck/contracts';
import type { PreviewRow } from './preview.query.ts';

/** For example "Nov 22, 2026, 5:00 PM", in the time zone of the page's device. */
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
