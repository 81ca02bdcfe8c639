import { once } from 'node:events';
import {
  createServer,
  request as forwardRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { hold } from './creatorSite/loopbackServer.ts';

/** A request of a browser. */
export interface ProxyCall {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

interface ProxyAnswer {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body: Buffer | string;
}

/** What happens to a call instead of being passed on. `pass` forwards it. */
export type Fault = (pass: () => Promise<ProxyAnswer>) => Promise<ProxyAnswer>;

interface Planned {
  readonly is: (call: ProxyCall) => boolean;
  readonly fault: Fault;
}

const GATEWAY_TIMEOUT: ProxyAnswer = { status: 504, body: 'Gateway Timeout' };

/** The call takes effect, and the browser does not learn it. */
export const liveWith504: Fault = async (pass) => {
  await pass();
  return GATEWAY_TIMEOUT;
};
export const lostWith504: Fault = () => Promise.resolve(GATEWAY_TIMEOUT);
export const slow =
  (ms: number): Fault =>
  async (pass) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return pass();
  };

const endsWith =
  (end: string) =>
  ({ url }: ProxyCall): boolean =>
    url.endsWith(end);

/** A proxy between a browser and a server that makes faults of a network and holds calls or their answers. */
export class FaultyProxy {
  /** The last plan for each name. */
  private readonly planned = new Map<string, Planned>();
  private readonly tunnels = new Set<Duplex>();

  private constructor(
    private readonly server: ReturnType<typeof createServer>,
    private target: string,
  ) {
    server.on('upgrade', (request, socket, head) => this.tunnel(request, socket, head));
    server.on('request', (request, response) => {
      this.answer(request, response)
        .then(({ status, headers, body }) => response.writeHead(status, headers).end(body))
        .catch(() => response.destroy());
    });
  }

  static async start(target = ''): Promise<FaultyProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new FaultyProxy(server, target);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  passTo(target: string): void {
    this.target = target;
  }

  /** The next such call has this fault. A later plan of the same name replaces it. */
  onNext(is: Planned['is'], fault: Fault, name = ''): void {
    this.planned.set(name, { is, fault });
  }

  /** Holds the next such call before it is passed on, or its answer. */
  hold(is: Planned['is'], what: 'call' | 'answer', name = '') {
    const { wait, ...held } = hold();
    const fault: Fault = async (pass) => {
      const answer = what === 'answer' ? await pass() : null;
      await wait();
      return answer ?? pass();
    };
    this.onNext(is, fault, name);
    return held;
  }

  /** Holds the next call whose path ends with `end`. */
  holdCall(end: string) {
    return this.hold(endsWith(end), 'call', end);
  }

  /** Holds the answer of the next call whose path ends with `end`. */
  holdAnswer(end: string) {
    return this.hold(endsWith(end), 'answer', end);
  }

  async stop(): Promise<void> {
    for (const tunnel of this.tunnels) tunnel.destroy();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<ProxyAnswer> {
    const body = await buffer(request);
    const call = { method: request.method ?? 'GET', url: request.url ?? '/', body: body.toString('utf8') };
    const pass = () => {
      // A held call of a browser that has left never arrives, as after a network failure.
      if (response.destroyed) throw new Error('The caller has closed the connection.');
      return this.forward(request, body);
    };
    const [name, plan] = [...this.planned].find(([, { is }]) => is(call)) ?? [];
    if (name === undefined || !plan) return pass();
    this.planned.delete(name);
    return plan.fault(pass);
  }

  private async forward({ url, method, headers }: IncomingMessage, body: Buffer): Promise<ProxyAnswer> {
    // The browser's Host header is kept: the server takes it for its own address.
    const forwarded = forwardRequest(`${this.target}${url}`, { method, headers, agent: false });
    forwarded.end(body);
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
    return { status: answer.statusCode ?? 502, headers: answer.headers, body: await buffer(answer) };
  }

  /** Forwards a WebSocket. */
  private tunnel(request: IncomingMessage, socket: Duplex, head: Buffer): void {
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
}
