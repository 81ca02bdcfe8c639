import { createServer, type RequestListener, type Server } from 'node:http';

/** Timeouts of a connection; proxies in front close it after about a minute of silence. */
const TIMEOUTS_MS = {
  headers: 10_000,
  /** The whole request: 20 pictures of 10 MB over a slow line. */
  request: 300_000,
  /** Longer than proxies keep an idle connection (60 s): one that the server closes first may already carry a request. */
  keepAlive: 75_000,
  /** No byte in either direction during a request. */
  silence: 65_000,
  lookEvery: 5_000,
} as const;

/** The server of a Koa app with its timeouts. `unreadAnswers.ts` limits what it keeps in memory. */
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
