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

/** One line for each figure: name, median, range, reference, bound and verdict. */
export function printFigures(title: string, figures: readonly Figure[]): void {
  const lines = figures.map(({ what, unit, samples, reference, bound }) => {
    const median = medianOf(samples);
    const range = `${readable(Math.min(...samples))} to ${readable(Math.max(...samples))}, ${samples.length} runs`;
    const holds = bound && (bound.side === 'at most' ? median <= bound.value : median >= bound.value);
    const verdict = bound ? `; ${bound.side} ${bound.value}: ${holds ? 'holds' : 'FAILS'}` : '';
    return `  ${what}: ${readable(median)} ${unit} (${range}), reference ${reference}${verdict}`;
  });
  process.stdout.write(`\n${title}\n${lines.join('\n')}\n`);
}
