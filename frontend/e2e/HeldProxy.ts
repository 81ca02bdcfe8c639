import { once } from 'node:events';
import {
  createServer,
  request as forwardRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface Held {
  readonly before: boolean;
  /** Whether this answer is to be held. */
  readonly matches: (answer: Buffer) => boolean;
  readonly markArrived: () => void;
  readonly released: Promise<void>;
}

/** A proxy between the extension and the product that can hold a call or its answer. */
export class HeldProxy {
  private readonly held = new Map<string, Held>();

  private constructor(
    private readonly server: Server,
    private readonly target: string,
  ) {
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

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private hold(
    end: string,
    before: boolean,
    matches = (_answer: Buffer) => true,
  ): { readonly arrived: Promise<void>; release(): void } {
    let markArrived = () => {};
    let release = () => {};
    const arrived = new Promise<void>((resolve) => {
      markArrived = resolve;
    });
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.held.set(end, { before, matches, markArrived, released });
    return { arrived, release };
  }

  private async wait(end: string): Promise<void> {
    const held = this.held.get(end);
    this.held.delete(end);
    held?.markArrived();
    await held?.released;
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
