import { readdirSync, readFileSync } from 'node:fs';

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

/** Resident memory of a process in MB, without its children. */
export const residentMb = (pid: number | string): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1_000;
