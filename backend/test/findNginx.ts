import { delimiter, join } from 'node:path';
import { isExecutable } from '../src/postings/screenshots/chromiumPath.ts';

/** Path of nginx, from PATH or Debian's folder, which only root has in PATH; null when it is not installed. */
export async function findNginx(): Promise<string | null> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  for (const file of folders.map((folder) => join(folder, 'nginx'))) if (await isExecutable(file)) return file;
  return null;
}
