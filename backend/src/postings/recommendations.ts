import {
  MEDIUM_PICTURE_MS,
  MEDIUM_POSTING_MS,
  MEDIUM_TOTAL_TIME_MS,
  SLOW_PICTURE_MS,
  SLOW_POSTING_MS,
  SLOW_TOTAL_TIME_MS,
} from '@flyerdeck/contracts';

/** Averages over the postings looked at. */
export interface PostingTimes {
  readonly analyzed: number;
  /** How many of them needed more than one try. */
  readonly retried: number;
  readonly totalMs: number;
  readonly pendingMs: number;
  readonly postingMs: number;
  readonly pictureMs: number;
}

const MANY_RETRIED_SHARE = 0.1;
/** From here on one stage is what makes the whole slow. */
const MOST_SHARE = 0.5;

/** As durations are shown everywhere (spec section 9). */
function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)}ms`;
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)}s` : `${(ms / 60_000).toFixed(1)}m`;
}

const isMostOf = (part: number, whole: number) => whole > 0 && part / whole > MOST_SHARE;

/** Each rule looks at one thing and says what to do about it, or nothing. */
const rules: readonly ((times: PostingTimes) => string | null)[] = [
  ({ totalMs, pendingMs }) =>
    totalMs > MEDIUM_TOTAL_TIME_MS && isMostOf(pendingMs, totalMs)
      ? `Postings wait ${duration(pendingMs)} of ${duration(totalMs)} in line. Spread flyers over more pages, or keep the pages' browsers open longer.`
      : null,
  ({ totalMs }) =>
    totalMs > SLOW_TOTAL_TIME_MS
      ? `A posting takes ${duration(totalMs)} on average, more than ${duration(SLOW_TOTAL_TIME_MS)}. See which stage below takes longest.`
      : null,
  ({ totalMs, pendingMs }) =>
    totalMs > MEDIUM_TOTAL_TIME_MS && totalMs <= SLOW_TOTAL_TIME_MS && !isMostOf(pendingMs, totalMs)
      ? `A posting takes ${duration(totalMs)} on average. See which stage below takes longest.`
      : null,
  ({ postingMs }) =>
    postingMs > SLOW_POSTING_MS
      ? `Posting takes ${duration(postingMs)}, more than ${duration(SLOW_POSTING_MS)}. Check the pages' connections and whether the extension is up to date.`
      : null,
  ({ postingMs }) =>
    postingMs > MEDIUM_POSTING_MS && postingMs <= SLOW_POSTING_MS
      ? `Posting takes ${duration(postingMs)}. Smaller pictures upload faster.`
      : null,
  ({ pictureMs }) =>
    pictureMs > SLOW_PICTURE_MS
      ? `Screenshots take ${duration(pictureMs)}, more than ${duration(SLOW_PICTURE_MS)}. Run more workers.`
      : null,
  ({ pictureMs }) =>
    pictureMs > MEDIUM_PICTURE_MS && pictureMs <= SLOW_PICTURE_MS
      ? `Screenshots take ${duration(pictureMs)}. Another worker would make them sooner.`
      : null,
  ({ analyzed, retried }) =>
    retried / analyzed > MANY_RETRIED_SHARE
      ? `${Math.round((100 * retried) / analyzed)}% of the postings needed another try. Look at their errors in Detailed Postings.`
      : null,
];

const ALL_WELL = 'Postings are running at their usual speed. There is nothing to do.';

/** Sentences for the performance screen; none as long as nothing was posted. */
export function recommend(times: PostingTimes): string[] {
  if (times.analyzed === 0) return [];
  const advice = rules.map((rule) => rule(times)).filter((sentence) => sentence !== null);
  return advice.length > 0 ? advice : [ALL_WELL];
}
