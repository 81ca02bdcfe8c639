/** '450ms', '12.5s', '2.5m' (spec section 9, 'Duration display'). */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)}ms`;
  if (ms < 60_000) return formatSeconds(ms);
  return `${(ms / 60_000).toFixed(1)}m`;
}

/** '72.4s': in the postings table every duration is in seconds, so that a column compares at a glance. */
export const formatSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)}s`;
