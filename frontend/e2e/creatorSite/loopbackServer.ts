import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface SiteRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface SiteAnswer {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

export interface SiteCookie {
  readonly name: string;
  readonly value: string;
  readonly url: string;
}

// As strict as a real site's policy, so that a test fails if the extension depends on the page's permissions.
const CSP = "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

export const html = (body: string, status = 200): SiteAnswer => ({
  status,
  headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': CSP },
  body,
});

export const json = (body: unknown, status = 200): SiteAnswer => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

export const asset = (type: string, body: string): SiteAnswer => ({
  status: 200,
  headers: { 'Content-Type': `${type}; charset=utf-8` },
  body,
});

export const redirect = (location: string, headers: OutgoingHttpHeaders = {}): SiteAnswer => ({
  status: 303,
  headers: { Location: location, ...headers },
});

export const cookieOf = ({ headers }: SiteRequest, name: string): string | undefined =>
  new RegExp(`(?:^|; )${name}=([^;]+)`).exec(headers.cookie ?? '')?.[1];

/** Something that is held: `wait` says that it has arrived, and goes on after `release`. */
export function hold() {
  let markArrived = () => {};
  let release = () => {};
  const arrived = new Promise<void>((resolve) => {
    markArrived = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const wait = () => {
    markArrived();
    return released;
  };
  return { arrived, release, wait };
}

/** A server on loopback. */
export class LoopbackServer {
  private readonly held = new Map<string, ReturnType<typeof hold>>();

  private constructor(private readonly server: Server) {}

  static async start(answer: (request: SiteRequest) => Promise<SiteAnswer> | SiteAnswer) {
    const server = createServer();
    const site = new LoopbackServer(server);
    server.on('request', async (request, response) => {
      try {
        const { status, headers, body } = await answer({
          method: request.method ?? 'GET',
          url: new URL(request.url ?? '/', 'http://site'),
          headers: request.headers,
          body: await buffer(request),
        });
        await site.whileHeld(request.url ?? '/');
        response.writeHead(status, { 'Cache-Control': 'no-store', ...headers }).end(body ?? '');
      } catch (error) {
        // Also when the caller has left.
        response.destroy(error as Error);
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return site;
  }

  /** Holds the next answer to a path that starts with `path`, after the request has taken effect. */
  holdAnswer(path: string): ReturnType<typeof hold> {
    const held = hold();
    this.held.set(path, held);
    return held;
  }

  private async whileHeld(path: string): Promise<void> {
    const begin = [...this.held.keys()].find((one) => path.startsWith(one)) ?? '';
    const held = this.held.get(begin);
    this.held.delete(begin);
    await held?.wait();
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
