import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

export const LOOPBACK = '127.0.0.1';

/** A port of 127.0.0.1 that was free a moment ago; `preferred` when that one is. */
export async function freeLoopbackPort(preferred?: number): Promise<number> {
  return (preferred && (await tryPort(preferred))) || (await tryPort(0)) || freeLoopbackPort();
}

/** The port of this folder's last server, kept where it can be: then tools and pools that know it find it again. */
export async function lastPortOf(dataFolder: string): Promise<number | undefined> {
  const commandLine = await readFile(join(dataFolder, 'postmaster.opts'), 'utf8').catch(() => '');
  const port = /"-p" "(\d+)"/.exec(commandLine)?.[1];
  return port === undefined ? undefined : Number(port);
}

function tryPort(port: number): Promise<number | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen({ host: LOOPBACK, port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined));
    });
  });
}
