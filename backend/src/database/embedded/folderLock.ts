import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Null if another process has locked it. The lock is a listening socket, because the kernel closes it when a process is killed. Containers that share a volume do not see each other's.
 * @param folder its real path: a path with symbolic links would be a different lock
 */
export async function lockFolder(folder: string, platform = process.platform): Promise<Server | null> {
  const name = `flyerdeck-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
  // An abstract socket is not a file, so it does not remain after a crash.
  if (platform === 'linux') return listen(`\0${name}`);
  // The path of a socket may have only about 100 bytes.
  const path = join(tmpdir(), `${name}.sock`);
  const lock = await listen(path);
  if (lock) return lock;
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
  // Without `exclusive` the workers of a cluster would share one socket.
  server.listen({ path, exclusive: true }).unref();
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null;
    throw error;
  }
}
