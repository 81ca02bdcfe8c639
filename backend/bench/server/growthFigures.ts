import { atMost, type Figure, medianOf } from '../figure.ts';

const GROWTH = atMost(1.5);

/** Times of one call with an account of this many pages, one sample per round. */
export interface Taken {
  readonly pages: number;
  readonly samplesMs: readonly number[];
}

const readable = (samplesMs: readonly number[]) => `${medianOf(samplesMs).toFixed(2)} ms`;

/**
 * The time with each larger account, divided by the time with the smallest account in the same round. The smallest
 * account comes first.
 */
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
