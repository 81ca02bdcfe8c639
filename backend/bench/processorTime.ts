import { readdirSync, readFileSync } from 'node:fs';

const TICK_MS = 10;

interface Stat {
  readonly parent: number;
  readonly ms: number;
  /** Of children that have ended. */
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
    // It has ended, or this system has no /proc.
    return null;
  }
}

/** Of one process, without its children; null where there is no /proc. */
export const processorMs = (pid: number): number | null => statOf(pid)?.ms ?? null;

/** The postmaster behind a backend that is still there, to be asked for while others come and go; null where there is no /proc. */
export const postmasterOf = (backendPid: number): number | null => statOf(backendPid)?.parent ?? null;

/** Milliseconds of processor that a postmaster and all of its backends have taken. */
export function postgresProcessorMs(postmaster: number | null): number | null {
  const own = postmaster === null ? null : statOf(postmaster);
  if (!own) return null;
  const children = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
    .map(statOf)
    .filter((stat) => stat?.parent === postmaster);
  return own.ms + own.endedMs + children.reduce((sum, stat) => sum + (stat?.ms ?? 0), 0);
}
