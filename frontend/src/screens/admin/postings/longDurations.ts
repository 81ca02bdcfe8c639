import { LONG_PENDING_MS, LONG_POSTED_MS, LONG_POSTING_MS, SLOW_TOTAL_TIME_MS } from '@flyerdeck/contracts/limits';

/** What is marked lies above these (spec section 9, 'Postings table highlights'). */
export const LONG_ABOVE_MS = {
  pending: LONG_PENDING_MS,
  posting: LONG_POSTING_MS,
  posted: LONG_POSTED_MS,
  failed: 0,
  total: SLOW_TOTAL_TIME_MS,
} as const;
