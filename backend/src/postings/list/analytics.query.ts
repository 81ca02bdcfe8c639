import {
  MEDIUM_POSTING_MS,
  MEDIUM_SCREENSHOT_MS,
  MEDIUM_TOTAL_TIME_MS,
  type PerformanceAnalytics,
  SLOW_POSTING_MS,
  SLOW_SCREENSHOT_MS,
  SLOW_TOTAL_TIME_MS,
} from '@flyerdeck/contracts';
import { statement } from '../../database/statement.ts';

type AnalyticsRow = Omit<PerformanceAnalytics, 'recommendations'> & { times: PostingTimes };

const range = (ms: string) => `json_build_object(
    'avg_ms', coalesce(round(avg(${ms})), 0), 'min_ms', coalesce(min(${ms}), 0), 'max_ms', coalesce(max(${ms}), 0))`;

/** page_postings_by_updated_at begins with `archived`. */
const latestOf = (archived: boolean) => `(
      SELECT id, updated_at, retry_count, pending_ms, posting_ms, posted_ms, failed_ms, total_ms
      FROM page_postings WHERE archived = ${archived} AND status = 'completed'
      ORDER BY updated_at DESC, id DESC LIMIT $1
    )`;

/** One row even without postings. `bottlenecks` counts by the status in which a posting spent most time. */
export const analyzePostings = statement<AnalyticsRow, [number]>(
  `WITH sample AS MATERIALIZED (
    SELECT * FROM (${latestOf(false)} UNION ALL ${latestOf(true)}) latest
    ORDER BY updated_at DESC, id DESC LIMIT $1
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
    SELECT t.from_status || ' -> ' || t.to_status AS step, count(*)::int AS count, round(avg(t.duration_ms)) AS avg_ms,
      min(t.duration_ms) AS min_ms, max(t.duration_ms) AS max_ms
    FROM sample s JOIN posting_transitions t ON t.posting_id = s.id
    GROUP BY t.from_status, t.to_status
  )
  SELECT count(*)::int AS total_analyzed, ${range('total_ms')} AS total_posting_time,
    ${range('posting_ms')} AS claim_to_posted_time, ${range('posted_ms')} AS screenshot_generation_time,
    (SELECT coalesce(json_object_agg(status, postings ORDER BY postings DESC, status), '{}') FROM longest) AS bottlenecks,
    (SELECT coalesce(json_object_agg(step, json_build_object('count', count, 'avg_ms', avg_ms, 'min_ms', min_ms, 'max_ms', max_ms)
      ORDER BY count DESC, step), '{}') FROM steps) AS status_transitions,
    json_build_object('analyzed', count(*), 'retried', count(*) FILTER (WHERE retry_count > 0),
      'totalMs', round(avg(total_ms)), 'pendingMs', round(avg(pending_ms)), 'postingMs', round(avg(posting_ms)),
      'screenshotMs', round(avg(posted_ms))) AS times
  FROM sample`,
);

export interface PostingTimes {
  readonly analyzed: number;
  readonly retried: number;
  readonly totalMs: number;
  readonly pendingMs: number;
  readonly postingMs: number;
  readonly screenshotMs: number;
}

const MANY_RETRIED_SHARE = 0.1;
/** A stage with a larger share is named as the cause of a slow total. */
const MOST_SHARE = 0.5;

/** Spec section 9. */
function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)}ms`;
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)}s` : `${(ms / 60_000).toFixed(1)}m`;
}

/** Empty if nothing was analyzed. */
export function recommend({ analyzed, retried, totalMs, pendingMs, postingMs, screenshotMs }: PostingTimes): string[] {
  if (analyzed === 0) return [];
  const advice: string[] = [];
  const isMostlyPending = pendingMs / totalMs > MOST_SHARE;
  if (totalMs > MEDIUM_TOTAL_TIME_MS && isMostlyPending) {
    advice.push(
      `Postings wait ${duration(pendingMs)} of ${duration(totalMs)} in the queue. Spread flyers over more pages, or keep the pages' browsers open longer.`,
    );
  }
  if (totalMs > SLOW_TOTAL_TIME_MS) {
    advice.push(
      `A posting takes ${duration(totalMs)} on average, more than ${duration(SLOW_TOTAL_TIME_MS)}. See which stage below takes longest.`,
    );
  } else if (totalMs > MEDIUM_TOTAL_TIME_MS && !isMostlyPending) {
    advice.push(`A posting takes ${duration(totalMs)} on average. See which stage below takes longest.`);
  }
  if (postingMs > SLOW_POSTING_MS) {
    advice.push(
      `Posting takes ${duration(postingMs)}, more than ${duration(SLOW_POSTING_MS)}. Check the pages' connections and whether the extension is up to date.`,
    );
  } else if (postingMs > MEDIUM_POSTING_MS) {
    advice.push(`Posting takes ${duration(postingMs)}. Smaller pictures upload faster.`);
  }
  if (screenshotMs > SLOW_SCREENSHOT_MS) {
    advice.push(
      `Screenshots take ${duration(screenshotMs)}, more than ${duration(SLOW_SCREENSHOT_MS)}. Run more workers.`,
    );
  } else if (screenshotMs > MEDIUM_SCREENSHOT_MS) {
    advice.push(`Screenshots take ${duration(screenshotMs)}. Another worker would make them sooner.`);
  }
  if (retried / analyzed > MANY_RETRIED_SHARE) {
    advice.push(
      `${Math.round((100 * retried) / analyzed)}% of the postings needed another try. Look at their errors in Detailed Postings.`,
    );
  }
  return advice.length > 0 ? advice : ['Postings are running at their usual speed. There is nothing to do.'];
}
