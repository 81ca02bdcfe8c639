import { createServer, type RequestListener, type Server } from 'node:http';

/** The HTTP server of a Koa app, with its timeouts. */
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
