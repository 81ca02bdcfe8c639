import { formatNumber } from '../exports/formats.ts';

/** What a retry of many postings did; `later` postings are more than one retry takes. */
export function retryMessage(retried: number, later: number): string {
  if (retried === 0) return 'Nothing to retry.';
  const done = `${formatNumber(retried)} posting${retried === 1 ? '' : 's'} put back in the queue.`;
  return later === 0 ? done : `${done} ${formatNumber(later)} more can be retried.`;
}
