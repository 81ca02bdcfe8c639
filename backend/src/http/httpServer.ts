import { createServer, type RequestListener, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Middleware } from 'koa';
import { unavailable } from './errors.ts';

/** Drains in-flight requests when the server stops. Requests that take too long are answered with 503. */
export class Drain {
  isStopping = false;
  /** The reject function of each request. One promise shared by Promise.race would keep a reference to every request. */
  private readonly rejectInFlight = new Set<(reason: unknown) => void>();

  begin(): void {
    this.isStopping = true;
  }

  /** Answers 503 to all in-flight requests. Otherwise they could fail with a 500 when the connection pool ends. */
  abortRequests(): void {
    for (const reject of this.rejectInFlight) {
      reject(unavailable('The server is restarting. Please try again in a moment.'));
    }
  }

  /** Mounted inside the error handler, outside of all middleware that takes time. */
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

/** Accepts no more connections, drains in-flight requests for at most 1.7 s, then closes all connections. */
export async function closeServer(server: Server, drain: Drain): Promise<void> {
  drain.begin();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
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
      // For the whole request: an upload of 20 pictures of 10 MB over a slow connection.
      requestTimeout: 300_000,
      // Longer than the 60 s of common proxies: if the server closed an idle connection first, a request on it would be lost.
      keepAliveTimeout: 75_000,
      connectionsCheckingInterval: 5_000,
    },
    listener,
  );
  // Closes a connection on which no byte was sent or received for this time during a request: of a client that stops reading too.
  server.setTimeout(idleTimeoutMs);
  return server;
}
