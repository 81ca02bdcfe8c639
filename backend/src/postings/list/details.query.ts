import type { DetailedPosting } from '@flyerdeck/contracts';

export const TIMED_STATUSES = ['pending', 'posting', 'posted', 'failed'] as const;
export type TimedStatus = (typeof TIMED_STATUSES)[number];

type ContractField =
  | 'id'
  | 'file_id'
  | 'status'
  | 'description'
  | 'task_id'
  | 'assistant_id'
  | 'assistant_name'
  | 'page_name'
  | 'delay_hours'
  | 'retry_count'
  | 'is_unconfirmed';
export type DetailedPostingRow = Pick<DetailedPosting, ContractField> &
  Record<`${TimedStatus}_ms` | `${TimedStatus}_visits`, number> & {
    telegram_id: string;
    page_guid: string;
    status_since: Date;
    created_at: Date;
    updated_at: Date;
    error_message: string | null;
    live_path: string | null;
    gone_at: Date | null;
    total_ms: number;
    transitions: DetailedPosting['performance_metrics']['status_transitions'];
  };

/** All fields shown of the posting `w`. OFFSET 0 makes the planner look each row up by its key instead of joining whole tables. */
export const DETAILS = `CROSS JOIN LATERAL (
    SELECT p.id, u.telegram_id, p.page_guid, t.file_id, p.status, p.status_since, t.description, p.task_id, p.assistant_id, a.name AS assistant_name,
      coalesce(nullif(g.name, ''), nullif(g.username, ''), g.creator_id) AS page_name,
      p.created_at, p.updated_at, p.delay_hours, p.retry_count, p.error_message, l.path AS live_path, l.gone_at,
      p.status = 'failed' AND coalesce(p.error_code = 'unconfirmed', false) AS is_unconfirmed, p.total_ms::float8 AS total_ms,
      ${TIMED_STATUSES.map((status) => `p.${status}_ms::float8 AS ${status}_ms, p.${status}_visits`).join(', ')}
    FROM page_postings p
    JOIN tasks t ON t.id = p.task_id
    JOIN assistants a ON a.id = p.assistant_id
    JOIN pages g ON g.guid = p.page_guid
    JOIN users u ON u.id = p.owner_id
    LEFT JOIN live_posts l ON l.posting_id = p.id
    WHERE p.id = w.id OFFSET 0
  ) posting`;
