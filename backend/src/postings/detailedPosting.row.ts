import type { PostingStatus } from '@flyerdeck/contracts';

export const TIMED_STATUSES = ['pending', 'posting', 'posted', 'failed'] as const;
type TimedStatus = (typeof TIMED_STATUSES)[number];

export type DetailedPostingRow = {
  id: string;
  telegram_id: string;
  page_guid: string;
  file_id: string | null;
  status: PostingStatus;
  status_since: Date;
  description: string;
  assistant_name: string;
  page_name: string;
  created_at: Date;
  updated_at: Date;
  delay_hours: number;
  retry_count: number;
  error_message: string | null;
  total_ms: number;
  transitions: { from_status: string; to_status: string; duration_ms: number }[];
} & Record<`${TimedStatus}_ms` | `${TimedStatus}_visits`, number>;
