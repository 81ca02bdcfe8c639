import type { PerformanceAnalytics } from '@flyerdeck/contracts';
import type { AnalyticsRow } from './analytics.query.ts';
import { recommend } from './recommendations.ts';

export const presentAnalytics = (row: AnalyticsRow): PerformanceAnalytics => ({
  total_analyzed: row.analyzed,
  total_posting_time: row.total,
  claim_to_posted_time: row.posting,
  screenshot_generation_time: row.posted,
  recommendations: recommend({
    analyzed: row.analyzed,
    retried: row.retried,
    totalMs: row.total.avg_ms,
    pendingMs: row.pending.avg_ms,
    postingMs: row.posting.avg_ms,
    pictureMs: row.posted.avg_ms,
  }),
  status_transitions: Object.fromEntries(
    row.transitions.map(({ from_status, to_status, count, avg_ms, min_ms, max_ms }) => [
      `${from_status} -> ${to_status}`,
      { count, avg_ms, min_ms, max_ms },
    ]),
  ),
  bottlenecks: row.bottlenecks,
});
