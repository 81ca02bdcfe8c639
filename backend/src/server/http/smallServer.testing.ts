import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import Koa, { type Middleware } from 'koa';
import type { Logger } from 'pino';
import { createLogger } from '../../logger.ts';
import type { RequestState } from '../security/requestLog.ts';

/** The product's logger. `lines` and `text` return everything logged so far. */
export function readableLogger(): { logger: Logger; lines: () => Record<string, unknown>[]; text: () => string } {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  const lines = () =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { logger: createLogger('debug', stream), lines, text: () => text };
}

/** Serves the given middleware while `work` runs. */
export async function serving<T>(
  middleware: readonly Middleware<RequestState>[],
  work: (baseUrl: string) => Promise<T>,
): Promise<T> {
  const koa = new Koa<RequestState>();
  koa.silent = true;
  for (const layer of middleware) koa.use(layer);
  const server = koa.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
