import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** Main processes and helpers of the browsers whose profiles are in this folder. */
export function browsersOf(folder: string): number[] {
  const { stdout } = spawnSync('pgrep', ['-f', '--', `--user-data-dir=${folder}`], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean).map(Number);
}

export async function residentMegabytes(pid: number): Promise<number> {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
