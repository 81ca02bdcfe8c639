/** '450ms', '12.5s', '2.5m' (spec section 9, 'Duration display'). */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)}ms`;
  if (ms < 60_000) return formatSeconds(ms);
  return `${(ms / 60_000).toFixed(1)}m`;
}

/** '72.4s'. The postings table shows all durations in seconds, so that they are easy to compare. */
export const formatSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)}s`;
