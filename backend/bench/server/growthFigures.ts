import { atMost, type Figure, medianOf } from '../figure.ts';

const GROWTH = atMost(1.5);

/** What one call takes with an account of so many pages, round by round. */
export interface Taken {
  readonly pages: number;
  readonly samplesMs: readonly number[];
}

const readable = (samplesMs: readonly number[]) => `${medianOf(samplesMs).toFixed(2)} ms`;

/** How many times as long a call takes with each larger account as with the smallest, which comes first, in the same round. */
export function growthFigures(what: string, [smallest, ...larger]: readonly Taken[]): Figure[] {
  if (!smallest) return [];
  return larger.map(({ pages, samplesMs }) => ({
    what: `${what}, ${pages.toLocaleString('en-US')} pages`,
    unit: 'x',
    samples: samplesMs.map((ms, round) => ms / (smallest.samplesMs[round] ?? Number.NaN)),
    reference: `${readable(samplesMs)} against ${readable(smallest.samplesMs)} with ${smallest.pages} pages, same run`,
    bound: GROWTH,
  }));
}
