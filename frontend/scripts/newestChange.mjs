import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The time of the latest change of a file, or of anything in a folder; 0 when it does not exist. */
export function newestChangeMs(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  // The time of a folder shows added and removed files. `tsc -b` changes its tsbuildinfo files without a change in
  // the code.
  const names = readdirSync(path).filter((name) => !name.endsWith('.tsbuildinfo'));
  return Math.max(stat.mtimeMs, ...names.map((name) => newestChangeMs(join(path, name))));
}
