import { createHash } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface FolderHold {
  release(): Promise<void>;
}

/**
 * Takes a folder for this process alone; null when a living process has it. The hold is a listening socket, because
 * the kernel closes that however a process ends: nothing has to be guessed from pids or times after a crash.
 * It guards one machine. Two containers that share a volume do not see each other's holds: give them DATABASE_URL.
 * @param folder its real path, so that a link to it is the same folder
 */
export async function holdFolder(folder: string, platform = process.platform): Promise<FolderHold | null> {
  const name = `flyerdeck-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
  // Linux: a name in the abstract namespace, which leaves nothing behind that could go stale.
  if (platform === 'linux') return listen(`\0${name}`);
  // Not in the folder itself: a socket's path holds only about 100 bytes.
  const path = join(tmpdir(), `${name}.sock`);
  const hold = await listen(path);
  if (hold || (await answers(path))) return hold;
  await unlink(path).catch(() => undefined);
  return listen(path);
}

function listen(path: string): Promise<FolderHold | null> {
  const server = createServer((connection) => connection.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    // Exclusive: else a cluster's workers would share one socket, and so the hold.
    server.listen({ path, exclusive: true }, () => {
      server.unref();
      resolve({ release: () => close(server) });
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(path);
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', () => resolve(false));
  });
}
