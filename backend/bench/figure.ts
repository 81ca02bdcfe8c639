/**
 * One measured quantity. Other load on the machine changes single runs, so the median and the range of several runs are
 * printed.
 */
export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly samples: readonly number[];
  /** What the figure is compared with. */
  readonly reference: string;
  readonly bound: Bound | null;
}

export interface Bound {
  readonly side: 'at most' | 'at least' | 'below';
  readonly value: number;
}

export const atMost = (value: number): Bound => ({ side: 'at most', value });
export const atLeast = (value: number): Bound => ({ side: 'at least', value });
export const below = (value: number): Bound => ({ side: 'below', value });

export function medianOf(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)];
  const lower = sorted[Math.ceil(middle) - 1];
  if (upper === undefined || lower === undefined) throw new Error('There is no median of nothing.');
  return (lower + upper) / 2;
}

const COMPARE: Readonly<Record<Bound['side'], (median: number, bound: number) => boolean>> = {
  'at most': (median, bound) => median <= bound,
  'at least': (median, bound) => median >= bound,
  below: (median, bound) => median < bound,
};

export function verdictOf({ samples, bound }: Figure): 'holds' | 'FAILS' | 'no bound' {
  if (bound === null) return 'no bound';
  const median = medianOf(samples);
  return COMPARE[bound.side](median, bound.value) ? 'holds' : 'FAILS';
}
