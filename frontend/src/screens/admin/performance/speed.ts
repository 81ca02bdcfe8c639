import {
  EXCELLENT_BELOW_MS,
  FAIR_BELOW_MS,
  GOOD_BELOW_MS,
  MEDIUM_PICTURE_MS,
  MEDIUM_POSTING_MS,
  MEDIUM_TOTAL_TIME_MS,
  SLOW_PICTURE_MS,
  SLOW_POSTING_MS,
  SLOW_TOTAL_TIME_MS,
} from '@flyerdeck/contracts/limits';
import type { Tone } from '../../../ui/statusTone.ts';

export type SpeedLabel = 'excellent' | 'good' | 'fair' | 'poor';

/** How quick a transition is by its average (spec section 4, 'Transition speed labels'). */
export function speedLabel(averageMs: number): SpeedLabel {
  if (averageMs < EXCELLENT_BELOW_MS) return 'excellent';
  if (averageMs < GOOD_BELOW_MS) return 'good';
  return averageMs < FAIR_BELOW_MS ? 'fair' : 'poor';
}

export const SPEED_TONES: Readonly<Record<SpeedLabel, Tone>> = {
  excellent: 'success',
  good: 'info',
  fair: 'warning',
  poor: 'danger',
};

export interface Thresholds {
  readonly slowAboveMs: number;
  readonly mediumAboveMs: number;
}
export const TOTAL_TIME: Thresholds = { slowAboveMs: SLOW_TOTAL_TIME_MS, mediumAboveMs: MEDIUM_TOTAL_TIME_MS };
export const POSTING_SPEED: Thresholds = { slowAboveMs: SLOW_POSTING_MS, mediumAboveMs: MEDIUM_POSTING_MS };
export const SCREENSHOT_TIME: Thresholds = { slowAboveMs: SLOW_PICTURE_MS, mediumAboveMs: MEDIUM_PICTURE_MS };

export type Pace = 'fast' | 'medium' | 'slow';

/** The colour of a pace, and the word that says the same. */
export const PACES = {
  fast: { word: 'Fast', tone: 'success' },
  medium: { word: 'Medium', tone: 'warning' },
  slow: { word: 'Slow', tone: 'danger' },
} as const satisfies Readonly<Record<Pace, { readonly word: string; readonly tone: Tone }>>;

/** Spec section 9, 'Colour thresholds': both limits are still on the better side. */
export function paceOf(averageMs: number, { slowAboveMs, mediumAboveMs }: Thresholds): Pace {
  if (averageMs > slowAboveMs) return 'slow';
  return averageMs > mediumAboveMs ? 'medium' : 'fast';
}
