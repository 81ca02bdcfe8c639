import type { Bound, Figure } from './figure.ts';
import { treeProcessorMs } from './processorTime.ts';

export interface Rate {
  readonly perSecond: number;
  /** Processor time for one call; not a number without /proc. */
  readonly processorMs: number;
}

/** The rate of some calls, and what they cost these processes and their children. */
export async function rateOf(
  processes: readonly number[],
  work: () => Promise<{ readonly calls: number; readonly seconds: number }>,
): Promise<Rate> {
  const takenMs = () => processes.reduce((sum, pid) => sum + treeProcessorMs(pid), 0);
  const before = takenMs();
  const { calls, seconds } = await work();
  return { perSecond: calls / seconds, processorMs: (takenMs() - before) / calls };
}

interface Comparison {
  readonly rounds: number;
  /** The first calls are a warm-up. */
  readonly warmUps: number;
  ours(): Promise<Rate>;
  reference(): Promise<Rate>;
  readonly referenceName: string;
  readonly bound: Bound;
  /** The bound of the ratio by processor time, if it differs. */
  readonly processorBound?: Bound;
}

/**
 * Our rate beside that of a reference. Both are measured in turn, so that other load on the machine affects both. The ratio by
 * processor time varies less on a busy machine than the ratio by calls per second.
 */
export async function beside(
  what: string,
  { rounds, warmUps, ours, reference, referenceName, bound, processorBound = bound }: Comparison,
): Promise<Figure[]> {
  const pairs: (readonly [own: Rate, theirs: Rate])[] = [];
  for (let round = -warmUps; round < rounds; round++) {
    const pair = [await ours(), await reference()] as const;
    if (round >= 0) pairs.push(pair);
  }
  const rate = { unit: '/s', reference: '-', bound: null };
  const ratio = { unit: '', reference: `${referenceName}, same run` };
  return [
    { what: `${what}: ours`, samples: pairs.map(([own]) => own.perSecond), ...rate },
    { what: `${what}: ${referenceName}`, samples: pairs.map(([, theirs]) => theirs.perSecond), ...rate },
    { what: `${what}: ratio`, samples: pairs.map(([a, b]) => a.perSecond / b.perSecond), bound, ...ratio },
    {
      what: `${what}: ratio by processor time`,
      samples: pairs.map(([a, b]) => b.processorMs / a.processorMs),
      bound: processorBound,
      ...ratio,
    },
  ];
}
