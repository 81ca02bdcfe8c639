import { statement } from '../database/statement.ts';

export type Range = { avg_ms: number; min_ms: number; max_ms: number };

export type AnalyticsRow = {
  analyzed: number;
  retried: number;
  total: Range;
  pending: Range;
  posting: Range;
  posted: Range;
  /** By status, of each posting's longest. */
  bottlenecks: Record<string, number>;
  transitions: ({ from_status: string; to_status: string; count: number } & Range)[];
};

const range = (ms: string) => `json_build_object(
    'avg_ms', coalesce(round(avg(${ms})), 0), 'min_ms', coalesce(min(${ms}), 0), 'max_ms', coalesce(max(${ms}), 0))`;

/** Archived or not, each from its own end of page_postings_by_status. */
const latestOf = (archived: boolean) => `(
      SELECT id, status_since, retry_count, pending_ms, posting_ms, posted_ms, failed_ms, total_ms
      FROM page_postings WHERE archived = ${archived} AND status = 'completed'
      ORDER BY status_since DESC, id DESC LIMIT $1
    )`;

/** Times of the latest $1 completed postings, as one row even when there are none. */
export const analyzePostings = statement<AnalyticsRow, [number]>(
  'performance_analytics',
  `WITH sample AS MATERIALIZED (
    SELECT * FROM (${latestOf(false)} UNION ALL ${latestOf(true)}) latest
    ORDER BY status_since DESC, id DESC LIMIT $1
  ),
  longest AS (
    SELECT part.status, count(*)::int AS postings
    FROM sample s CROSS JOIN LATERAL (
      SELECT status FROM (VALUES ('pending', s.pending_ms), ('posting', s.posting_ms), ('posted', s.posted_ms), ('failed', s.failed_ms))
        AS part (status, ms)
      WHERE ms > 0 ORDER BY ms DESC LIMIT 1
    ) part
    GROUP BY part.status
  ),
  steps AS (
    SELECT t.from_status, t.to_status, count(*)::int AS count, round(avg(t.duration_ms)) AS avg_ms,
      min(t.duration_ms) AS min_ms, max(t.duration_ms) AS max_ms
    FROM sample s JOIN posting_transitions t ON t.posting_id = s.id
    GROUP BY t.from_status, t.to_status
  )
  SELECT count(*)::int AS analyzed, (count(*) FILTER (WHERE retry_count > 0))::int AS retried,
    ${range('total_ms')} AS total, ${range('pending_ms')} AS pending, ${range('posting_ms')} AS posting,
    ${range('posted_ms')} AS posted,
    (SELECT coalesce(json_object_agg(status, postings ORDER BY postings DESC, status), '{}') FROM longest) AS bottlenecks,
    (SELECT coalesce(json_agg(steps ORDER BY steps.count DESC, steps.from_status, steps.to_status), '[]') FROM steps) AS transitions
  FROM sample`,
);
