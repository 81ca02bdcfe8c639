import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';

export const LOOPBACK = '127.0.0.1';

/** `preferred` if that one is free. Another process may take the port before it is used. */
export async function freeLoopbackPort(preferred?: number): Promise<number> {
  return (preferred && (await tryPort(preferred))) || (await tryPort(0)) || freeLoopbackPort();
}

/** The next server uses it again if it is free. */
export async function lastPortOf(dataFolder: string): Promise<number | undefined> {
  const commandLine = await readFile(join(dataFolder, 'postmaster.opts'), 'utf8').catch(() => '');
  const port = /"-p" "(\d+)"/.exec(commandLine)?.[1];
  return port === undefined ? undefined : Number(port);
}

async function tryPort(port: number): Promise<number | undefined> {
  const server = createServer().listen({ host: LOOPBACK, port, exclusive: true });
  try {
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  } catch {
    return undefined;
  } finally {
    if (server.listening) await server[Symbol.asyncDispose]();
  }
}
