import { readdirSync, readFileSync } from 'node:fs';

/** One measured quantity. Other load on the machine changes single runs, so the median and the range of several runs are printed. */
export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly samples: readonly number[];
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

export interface Rate {
  readonly perSecond: number;
  /** Processor time for one call; not a number without /proc. */
  readonly processorMs: number;
}

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
  readonly warmUps: number;
  ours(): Promise<Rate>;
  reference(): Promise<Rate>;
  readonly referenceName: string;
  readonly bound: Bound;
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

const TICK_MS = 10;

/** The parent of a process, and its processor time with that of its children that have ended. Null if it has ended. */
function statOf(pid: number | string): { parent: number; ms: number; endedMs: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = (first: number) => Number(fields[first]) + Number(fields[first + 1]);
    return { parent: Number(fields[1]), ms: ticks(11) * TICK_MS, endedMs: ticks(13) * TICK_MS };
  } catch {
    return null;
  }
}

/** Processor time of a process and all of its descendants, in milliseconds; not a number without /proc. */
export function treeProcessorMs(root: number): number {
  const ids = readdirSync('/proc').map(Number).filter(Boolean);
  const stats = new Map(ids.flatMap((pid) => [[pid, statOf(pid)] as const]));
  const sumOf = (pid: number): number => {
    const children = ids.filter((id) => stats.get(id)?.parent === pid);
    const { ms, endedMs } = stats.get(pid) ?? { ms: Number.NaN, endedMs: 0 };
    return children.reduce((sum, child) => sum + sumOf(child), ms + endedMs);
  };
  return sumOf(root);
}

export const residentMb = (pid: number | string): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1_000;
