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
  readonly warmUps?: number;
  ours(): Promise<Rate>;
  reference(): Promise<Rate>;
  readonly referenceName: string;
  readonly bound: Bound | null;
  /** The bound of the ratio by processor time, if it differs. */
  readonly processorBound?: Bound | null;
}

/**
 * Our rate beside that of a reference. Both are measured in turn, so that other load on the machine affects both. The ratio by
 * processor time varies less on a busy machine than the ratio by calls per second.
 */
export async function beside(
  what: string,
  { rounds, warmUps = 0, ours, reference, referenceName, bound, processorBound = bound }: Comparison,
): Promise<Figure[]> {
  const own: Rate[] = [];
  const theirs: Rate[] = [];
  for (let round = -warmUps; round < rounds; round++) {
    const rates = [await ours(), await reference()] as const;
    if (round < 0) continue;
    own.push(rates[0]);
    theirs.push(rates[1]);
  }
  const ratios = (of: (own: Rate, theirs: Rate) => number) =>
    own.map((rate, round) => of(rate, theirs[round] as Rate)).filter((ratio) => !Number.isNaN(ratio));
  const perSecond = (rates: readonly Rate[]) => rates.map((rate) => rate.perSecond);
  const byProcessor = ratios((a, b) => b.processorMs / a.processorMs);
  const common = { unit: '', reference: `${referenceName}, same run` };
  const figures: Figure[] = [
    { what: `${what}: ours`, unit: '/s', samples: perSecond(own), reference: '-', bound: null },
    { what: `${what}: ${referenceName}`, unit: '/s', samples: perSecond(theirs), reference: '-', bound: null },
    { what: `${what}: ratio`, samples: ratios((a, b) => a.perSecond / b.perSecond), bound, ...common },
  ];
  if (byProcessor.length > 0)
    figures.push({ what: `${what}: ratio by processor time`, samples: byProcessor, bound: processorBound, ...common });
  return figures;
}
