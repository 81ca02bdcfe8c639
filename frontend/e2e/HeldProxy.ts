import { once } from 'node:events';
import {
  createServer,
  request as forwardRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { hold } from './creatorSite/loopbackServer.ts';

interface Held {
  readonly before: boolean;
  /** Whether this answer is to be held. */
  readonly matches: (answer: Buffer) => boolean;
  readonly wait: () => Promise<void>;
}

/** A proxy between the extension and the product that can hold a call or its answer. */
export class HeldProxy {
  private readonly held = new Map<string, Held>();

  private readonly tunnels = new Set<Duplex>();
  private isLiveCut = false;

  private constructor(
    private readonly server: Server,
    private readonly target: string,
  ) {
    server.on('upgrade', (request, socket, head) => this.tunnel(request, socket, head));
    server.on('request', (request, response) => {
      this.forward(request, response).catch(() => response.destroy());
    });
  }

  static async start(target: string): Promise<HeldProxy> {
    const server = createServer();
    const proxy = new HeldProxy(server, target);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Holds the next call whose path ends with `end` before it reaches the product. */
  holdCall(end: string) {
    return this.hold(end, true);
  }

  /** Holds the answer of the next poll that gets a posting. Other polls pass. */
  holdClaim() {
    return this.hold('/poll', false, (answer) => JSON.parse(answer.toString()).posting !== null);
  }

  /** Holds the answer of the next call whose path ends with `end`. */
  holdAnswer(end: string) {
    return this.hold(end, false);
  }

  /** The number of open WebSockets of the live channel. */
  get liveConnections(): number {
    return this.tunnels.size / 2;
  }

  /** Closes the live channel's connections, and refuses new ones until `restore` is called. */
  cutLiveChannel(): { restore(): void } {
    this.isLiveCut = true;
    for (const tunnel of this.tunnels) tunnel.destroy();
    return {
      restore: () => {
        this.isLiveCut = false;
      },
    };
  }

  async stop(): Promise<void> {
    for (const tunnel of this.tunnels) tunnel.destroy();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private hold(
    end: string,
    before: boolean,
    matches = (_answer: Buffer) => true,
  ): { readonly arrived: Promise<void>; release(): void } {
    const { wait, ...held } = hold();
    this.held.set(end, { before, matches, wait });
    return held;
  }

  private async wait(end: string): Promise<void> {
    const held = this.held.get(end);
    this.held.delete(end);
    await held?.wait();
  }

  /** Forwards a WebSocket. */
  private tunnel(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.isLiveCut) return void socket.destroy();
    const { hostname, port } = new URL(this.target);
    const onward = connect(Number(port), hostname, () => {
      const headers = request.rawHeaders.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
      onward.write(`${request.method} ${request.url} HTTP/1.1\r\n${headers}\r\n`);
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    for (const [end, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      this.tunnels.add(end);
      end.on('error', () => end.destroy());
      end.on('close', () => {
        this.tunnels.delete(end);
        other.destroy();
      });
    }
  }

  private async forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const body = await buffer(request);
    const end = [...this.held.keys()].find((one) => path.endsWith(one)) ?? '';
    let isClosed = false;
    response.on('close', () => {
      isClosed = !response.writableFinished;
    });
    if (this.held.get(end)?.before) await this.wait(end);
    // The caller has closed the connection, so its call never arrives, as after a network failure.
    if (isClosed) return;
    // The caller's Host header is kept, because the product uses it for its own address.
    const forwarded = forwardRequest(this.target + path, { method: request.method, headers: request.headers });
    forwarded.end(body);
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
    const answered = await buffer(answer);
    const held = this.held.get(end);
    if (held && !held.before && held.matches(answered)) await this.wait(end);
    response.writeHead(answer.statusCode ?? 502, answer.headers).end(answered);
  }
}
