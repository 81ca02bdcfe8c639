import { delimiter, join } from 'node:path';
import { isExecutable } from '../src/screenshots/chromiumPath.ts';

/** Where nginx is: on the PATH, or where Debian puts it, which only root has on the PATH. */
export async function findNginx(): Promise<string | null> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  for (const file of folders.map((folder) => join(folder, 'nginx'))) if (await isExecutable(file)) return file;
  return null;
}
