import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** When a file, or anything in a folder, was changed last; 0 for what is not there. */
export function newestChangeMs(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  // A folder's own time moves when something in it is added or removed. `tsc -b` touches its records without a change.
  const names = readdirSync(path).filter((name) => !name.endsWith('.tsbuildinfo'));
  return Math.max(stat.mtimeMs, ...names.map((name) => newestChangeMs(join(path, name))));
}
