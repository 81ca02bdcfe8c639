import { createServer, type RequestListener, type Server } from 'node:http';

/** How long a connection may take for what; proxies in front cut callers off after about a minute of silence themselves. */
const TIMEOUTS_MS = {
  headers: 10_000,
  /** The whole request: 20 pictures of 10 MB over a slow line. */
  request: 300_000,
  /** Longer than proxies keep an idle connection (60 s): one that we close first may carry a request already. */
  keepAlive: 75_000,
  /** No byte in either direction while a request is under way. */
  silence: 65_000,
  lookEvery: 5_000,
} as const;

/** The server of a Koa app, with the timeouts of every connection; what it may hold in memory is `unreadAnswers.ts`. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: TIMEOUTS_MS.headers,
      requestTimeout: TIMEOUTS_MS.request,
      keepAliveTimeout: TIMEOUTS_MS.keepAlive,
      connectionsCheckingInterval: TIMEOUTS_MS.lookEvery,
    },
    listener,
  );
  server.setTimeout(TIMEOUTS_MS.silence);
  return server;
}
