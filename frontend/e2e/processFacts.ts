import { spawnSync } from 'node:child_process';

/** Main processes and helpers of the browsers whose profiles are in this folder. */
export function browsersOf(folder: string): number[] {
  const { stdout } = spawnSync('pgrep', ['-f', '--', `--user-data-dir=${folder}`], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean).map(Number);
}
