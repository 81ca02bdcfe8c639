import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RoundRobin {
  readonly baseUrl: string;
  /** Number of requests by server. */
  readonly served: readonly number[];
  /** Sets the servers of the next requests. */
  setServers(servers: readonly string[]): void;
  stop(): Promise<void>;
}

/**
 * Works like the proxy of docker-compose.yml: sends each request to the next server, with the caller's address in a
 * header.
 */
export async function startRoundRobin(): Promise<RoundRobin> {
  let targets: readonly string[] = [];
  let served: number[] = [];
  let next = 0;
  const server = createServer((incoming, answer) => {
    const index = next++ % targets.length;
    served[index] = (served[index] ?? 0) + 1;
    const outgoing = request(
      new URL(incoming.url ?? '/', targets[index]),
      {
        method: incoming.method,
        headers: { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' },
      },
      (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      },
    );
    outgoing.on('error', () => answer.writeHead(502).end());
    incoming.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get served() {
      return served;
    },
    setServers(servers) {
      targets = servers;
      served = servers.map(() => 0);
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
