import { createServer, type RequestListener, type Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Middleware } from 'koa';
import { unavailable } from './errors.ts';

/** Requests that take too long are answered with 503. */
export class Drain {
  isStopping = false;
  /** One promise shared by Promise.race would keep a reference to every request. */
  private readonly rejectInFlight = new Set<(reason: unknown) => void>();

  begin(): void {
    this.isStopping = true;
  }

  abortRequests(): void {
    for (const reject of this.rejectInFlight) {
      reject(unavailable('The server is restarting. Please try again in a moment.'));
    }
  }

  /** Inside the error handler, outside of all middleware that takes time. */
  readonly middleware: Middleware = async (ctx, next) => {
    await new Promise<void>((resolve, reject) => {
      this.rejectInFlight.add(reject);
      next()
        .finally(() => this.rejectInFlight.delete(reject))
        .then(resolve, reject);
    });
    if (this.isStopping) ctx.set('Connection', 'close');
  };
}

const DRAIN_MS = 1_500;
const FINAL_ANSWERS_MS = 200;

/**
 * Drains in-flight requests for at most 1.7 s. First no connection is accepted, then each one is closed with its next answer. Unused
 * ones stay open for 1.5 s: a proxy may just have sent a POST on one, which it would not repeat.
 */
export async function closeServer(server: Server, drain: Drain): Promise<void> {
  // http's own `close` also closes unused connections.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  drain.begin();
  await Promise.race([closed, sleep(DRAIN_MS, undefined, { ref: false })]);
  drain.abortRequests();
  await Promise.race([closed, sleep(FINAL_ANSWERS_MS, undefined, { ref: false })]);
  server.closeAllConnections();
  await closed;
}

export function createHttpServer(listener: RequestListener, idleTimeoutMs = 65_000): Server {
  const server = createServer(
    {
      headersTimeout: 10_000,
      // An upload of 20 pictures of 10 MB over a slow connection.
      requestTimeout: 300_000,
      // Longer than the 60 s of common proxies, or a request on a just closed connection would be lost.
      keepAliveTimeout: 75_000,
      connectionsCheckingInterval: 5_000,
    },
    listener,
  );
  // Also of a client that stops reading.
  server.setTimeout(idleTimeoutMs);
  return server;
}
