import { Console } from 'node:console';

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
  readonly side: 'at most' | 'at least';
  readonly value: number;
}

export const atMost = (value: number): Bound => ({ side: 'at most', value });
export const atLeast = (value: number): Bound => ({ side: 'at least', value });

export function medianOf(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)];
  const lower = sorted[Math.ceil(middle) - 1];
  if (upper === undefined || lower === undefined) throw new Error('There is no median of nothing.');
  return (lower + upper) / 2;
}

function verdictOf({ samples, bound }: Figure): 'holds' | 'FAILS' | 'no bound' {
  if (bound === null) return 'no bound';
  const median = medianOf(samples);
  const holds = bound.side === 'at most' ? median <= bound.value : median >= bound.value;
  return holds ? 'holds' : 'FAILS';
}

function readable(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** A table of figures: name, median, range, reference, bound and verdict. */
export function printFigures(title: string, figures: readonly Figure[]): void {
  process.stdout.write(`\n${title}\n`);
  new Console(process.stdout).table(
    figures.map((figure) => {
      const { what, unit, samples, reference, bound } = figure;
      return {
        what,
        median: `${readable(medianOf(samples))} ${unit}`.trim(),
        range: `${readable(Math.min(...samples))} - ${readable(Math.max(...samples))}`,
        runs: samples.length,
        reference,
        bound: bound ? `${bound.side} ${bound.value.toLocaleString('en-US')}` : '-',
        verdict: verdictOf(figure),
      };
    }),
  );
}

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
