import { Console } from 'node:console';

/** One measured quantity. Other load on the machine changes single runs, so the median and the range of several runs are printed. */
export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly samples: readonly number[];
  /** What the figure is compared with. */
  readonly reference: string;
  readonly bound: Bound | null;
}

export interface Bound {
  readonly side: 'at most' | 'at least';
  readonly value: number;
}

export const atMost = (value: number): Bound => ({ side: 'at most', value });
export const atLeast = (value: number): Bound => ({ side: 'at least', value });

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;

export const medianOf = (samples: readonly number[]): number =>
  percentile(
    [...samples].sort((a, b) => a - b),
    0.5,
  );

const readable = (value: number) => {
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
};

/** A table of figures: name, median, range, reference, bound and verdict. */
export function printFigures(title: string, figures: readonly Figure[]): void {
  process.stdout.write(`\n${title}\n`);
  new Console(process.stdout).table(
    figures.map(({ what, unit, samples, reference, bound }) => {
      const median = medianOf(samples);
      const holds = bound && (bound.side === 'at most' ? median <= bound.value : median >= bound.value);
      return {
        what,
        median: `${readable(median)} ${unit}`.trim(),
        range: `${readable(Math.min(...samples))} - ${readable(Math.max(...samples))}`,
        runs: samples.length,
        reference,
        bound: bound ? `${bound.side} ${bound.value.toLocaleString('en-US')}` : '-',
        verdict: bound ? (holds ? 'holds' : 'FAILS') : 'no bound',
      };
    }),
  );
}
