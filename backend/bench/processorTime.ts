import { readdirSync, readFileSync } from 'node:fs';

const TICK_MS = 10;

interface Stat {
  readonly parent: number;
  readonly ms: number;
  /** Processor time of child processes that have ended. */
  readonly endedMs: number;
}

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const ticks = (first: number) => (fields[first] ?? 0) + (fields[first + 1] ?? 0);
    return { parent, ms: ticks(11) * TICK_MS, endedMs: ticks(13) * TICK_MS };
  } catch {
    // The process has ended, or the system has no /proc.
    return null;
  }
}

/** Processor time of a process and all of its descendants, in milliseconds; not a number without /proc. */
export function treeProcessorMs(root: number): number {
  const own = statOf(root);
  if (!own) return Number.NaN;
  const stats = new Map<number, Stat>();
  for (const pid of readdirSync('/proc').map(Number)) {
    const stat = pid > 0 ? statOf(pid) : null;
    if (stat) stats.set(pid, stat);
  }
  const sumOf = (pid: number, { ms, endedMs }: Stat): number =>
    [...stats]
      .filter(([, { parent }]) => parent === pid)
      .reduce((sum, [child, stat]) => sum + sumOf(child, stat), ms + endedMs);
  return sumOf(root, own);
}

/** Resident memory of a process in MB, without its children. */
export const residentMb = (pid: number | string): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1_000;
