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
  /** Whether it is this answer that is meant. */
  readonly isMeant: (answer: Buffer) => boolean;
  readonly reached: () => void;
  readonly gate: Promise<void>;
}

/** Stands between the extension and the product, and keeps a call, or its answer, back for as long as a drill needs. */
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

  /** The next call whose address ends so does not reach the product until it is let go. */
  holdCall(end: string) {
    return this.hold(end, true);
  }

  /** The next poll that is given a posting reaches the product, but its answer waits; the polls before it pass. */
  holdClaim() {
    return this.hold('/poll', false, (answer) => JSON.parse(answer.toString()).posting !== null);
  }

  /** The next call whose address ends so reaches the product, but its answer waits. */
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
    isMeant = (_answer: Buffer) => true,
  ): { readonly arrived: Promise<void>; letGo(): void } {
    let reached = () => {};
    let letGo = () => {};
    const arrived = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    this.held.set(end, { before, isMeant, reached, gate });
    return { arrived, letGo };
  }

  private async wait(end: string): Promise<void> {
    const held = this.held.get(end);
    this.held.delete(end);
    held?.reached();
    await held?.gate;
  }

  private async forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const body = await buffer(request);
    const end = [...this.held.keys()].find((one) => path.endsWith(one)) ?? '';
    let isGone = false;
    response.on('close', () => {
      isGone = !response.writableFinished;
    });
    if (this.held.get(end)?.before) await this.wait(end);
    // As a broken line would: the call of a killed worker never arrives.
    if (isGone) return;
    // The Host stays the caller's: the product calls itself what it was called.
    const onward = forwardRequest(this.target + path, { method: request.method, headers: request.headers });
    onward.end(body);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    const answered = await buffer(answer);
    const held = this.held.get(end);
    if (held && !held.before && held.isMeant(answered)) await this.wait(end);
    response.writeHead(answer.statusCode ?? 502, answer.headers).end(answered);
  }
}
