import { createServer, type RequestListener, type Server } from 'node:http';

/** The server of a Koa app with its timeouts. `unreadAnswers.ts` limits what it keeps in memory. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: 10_000,
      // The whole request: 20 pictures of 10 MB over a slow line.
      requestTimeout: 300_000,
      // Longer than proxies keep an idle connection (60 s): one that the server closes first may already carry a request.
      keepAliveTimeout: 75_000,
      connectionsCheckingInterval: 5_000,
    },
    listener,
  );
  // No byte in either direction during a request.
  server.setTimeout(65_000);
  return server;
}
