import type { DetailedPosting, PerformanceAnalytics } from '@flyerdeck/contracts/types';
import { uuid } from './builders.ts';

const NOON = '2026-03-01T12:00:00.000Z';

/** Durations with one visit of this many milliseconds for each status. */
export const buildDurations = (times: Readonly<Record<string, number>>): DetailedPosting['status_durations'] =>
  Object.fromEntries(Object.entries(times).map(([status, ms]) => [status, { total_ms: ms, visits: 1, avg_ms: ms }]));

export const buildDetailedPosting = (changes: Partial<DetailedPosting> = {}): DetailedPosting => {
  const status_durations =
    changes.status_durations ?? buildDurations({ pending: 4_000, posting: 21_000, posted: 3_000 });
  return {
    id: uuid(90),
    userId: '700000001',
    guid: uuid(1),
    file_id: null,
    status: 'completed',
    status_since: NOON,
    description: 'Summer drop',
    task_description: 'Summer drop',
    task_id: uuid(12),
    assistant_id: uuid(10),
    assistant_name: 'August teaser',
    page_name: 'Luna Star',
    created_at: NOON,
    updated_at: NOON,
    delay_hours: 0,
    retry_count: 0,
    errorMessage: null,
    is_unconfirmed: false,
    post_url: null,
    gone_at: null,
    status_durations,
    total_duration: 28_000,
    performance_summary: { bottleneck_status: 'posting', first_pending_at: NOON, final_completion_at: NOON },
    performance_metrics: {
      status_transitions: [
        { from_status: 'pending', to_status: 'posting', duration_ms: 4_000 },
        { from_status: 'posting', to_status: 'posted', duration_ms: 21_000 },
        { from_status: 'posted', to_status: 'completed', duration_ms: 3_000 },
      ],
      status_durations,
      total_posting_duration_ms: 28_000,
    },
    ...changes,
  };
};

export const buildAnalytics = (changes: Partial<PerformanceAnalytics> = {}): PerformanceAnalytics => ({
  total_analyzed: 412,
  total_posting_time: { avg_ms: 150_000, min_ms: 900, max_ms: 420_000 },
  claim_to_posted_time: { avg_ms: 12_540, min_ms: 4_000, max_ms: 59_000 },
  screenshot_generation_time: { avg_ms: 31_000, min_ms: 800, max_ms: 44_000 },
  recommendations: ['Screenshots take 31.0s, more than 30.0s. Run more workers.'],
  status_transitions: {
    'pending -> posting': { count: 430, avg_ms: 9_999, min_ms: 10, max_ms: 61_000 },
    'posting -> posted': { count: 412, avg_ms: 12_540, min_ms: 4_000, max_ms: 59_000 },
    'posted -> completed': { count: 412, avg_ms: 31_000, min_ms: 800, max_ms: 44_000 },
    'failed -> pending': { count: 9, avg_ms: 60_000, min_ms: 5_000, max_ms: 120_000 },
  },
  bottlenecks: { posted: 300, posting: 110, pending: 2 },
  ...changes,
});
