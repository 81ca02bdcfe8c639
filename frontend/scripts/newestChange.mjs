import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** When a file, or anything in a folder, was changed last; 0 for what is not there. */
export function newestChangeMs(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  // A folder's own time moves when something in it is added or removed.
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestChangeMs(join(path, name))));
}
