import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Holds a folder for this process alone, until the returned server is closed; null when another process holds it. The hold is
 * a listening socket, because the kernel closes that however a process ends. It guards one machine: two containers that share
 * a volume do not see each other's holds.
 * @param folder its real path, so that a link to it is the same folder
 */
export async function holdFolder(folder: string, platform = process.platform): Promise<Server | null> {
  const name = `flyerdeck-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
  // Linux: a name in the abstract namespace, which is no file and so cannot become stale.
  if (platform === 'linux') return listen(`\0${name}`);
  // Not in the folder itself: the path of a socket holds only about 100 bytes.
  const path = join(tmpdir(), `${name}.sock`);
  const hold = await listen(path);
  if (hold) return hold;
  const client = connect(path).on('error', () => undefined);
  const isStale = await once(client, 'connect').then(
    () => false,
    () => true,
  );
  if (!isStale) return null;
  await rm(path, { force: true });
  return listen(path);
}

async function listen(path: string): Promise<Server | null> {
  const server = createServer((connection) => connection.destroy());
  // Exclusive: else the workers of a cluster would share one socket.
  server.listen({ path, exclusive: true }).unref();
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null;
    throw error;
  }
}
