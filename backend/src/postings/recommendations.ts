import {
  MEDIUM_POSTING_MS,
  MEDIUM_SCREENSHOT_MS,
  MEDIUM_TOTAL_TIME_MS,
  SLOW_POSTING_MS,
  SLOW_SCREENSHOT_MS,
  SLOW_TOTAL_TIME_MS,
} from '@flyerdeck/contracts';

/** Averages over the analyzed postings. */
export interface PostingTimes {
  readonly analyzed: number;
  /** The number of analyzed postings that needed more than one try. */
  readonly retried: number;
  readonly totalMs: number;
  readonly pendingMs: number;
  readonly postingMs: number;
  readonly screenshotMs: number;
}

const MANY_RETRIED_SHARE = 0.1;
/** A stage with a larger share of the total time is named as the cause of a slow total. */
const MOST_SHARE = 0.5;

/** Formats a duration as everywhere in the product (spec section 9). */
function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)}ms`;
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)}s` : `${(ms / 60_000).toFixed(1)}m`;
}

/** Sentences for the performance screen. Empty if nothing was analyzed. */
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
