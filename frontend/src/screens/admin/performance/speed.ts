import {
  EXCELLENT_BELOW_MS,
  FAIR_BELOW_MS,
  GOOD_BELOW_MS,
  MEDIUM_POSTING_MS,
  MEDIUM_SCREENSHOT_MS,
  MEDIUM_TOTAL_TIME_MS,
  SLOW_POSTING_MS,
  SLOW_SCREENSHOT_MS,
  SLOW_TOTAL_TIME_MS,
} from '@flyerdeck/contracts/values/postings';
import type { Tone } from '../../../ui/StatusChip.tsx';

interface Verdict {
  readonly word: string;
  readonly tone: Tone;
}

/** The speed label of a transition (spec section 4, 'Transition speed labels'). */
export function speedOf(averageMs: number): Verdict {
  if (averageMs < EXCELLENT_BELOW_MS) return { word: 'excellent', tone: 'success' };
  if (averageMs < GOOD_BELOW_MS) return { word: 'good', tone: 'info' };
  return averageMs < FAIR_BELOW_MS ? { word: 'fair', tone: 'warning' } : { word: 'poor', tone: 'danger' };
}

export interface Thresholds {
  readonly slowAboveMs: number;
  readonly mediumAboveMs: number;
}
export const TOTAL_TIME: Thresholds = { slowAboveMs: SLOW_TOTAL_TIME_MS, mediumAboveMs: MEDIUM_TOTAL_TIME_MS };
export const POSTING_SPEED: Thresholds = { slowAboveMs: SLOW_POSTING_MS, mediumAboveMs: MEDIUM_POSTING_MS };
export const SCREENSHOT_TIME: Thresholds = { slowAboveMs: SLOW_SCREENSHOT_MS, mediumAboveMs: MEDIUM_SCREENSHOT_MS };

/** Spec section 9, 'Colour thresholds'. A time equal to a threshold counts as the faster class. */
export function paceOf(averageMs: number, { slowAboveMs, mediumAboveMs }: Thresholds): Verdict {
  if (averageMs > slowAboveMs) return { word: 'Slow', tone: 'danger' };
  return averageMs > mediumAboveMs ? { word: 'Medium', tone: 'warning' } : { word: 'Fast', tone: 'success' };
}
