import { once } from 'node:events';
import { createServer, request as forwardRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { hold } from '../creatorSite/loopbackServer.ts';

/** A request of a browser. */
export interface SiteCall {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

interface SiteAnswer {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body: Buffer | string;
}

/** What happens to a call instead of being passed on. `pass` gives it to the site. */
export type Fault = (pass: () => Promise<SiteAnswer>) => Promise<SiteAnswer>;

const GATEWAY_TIMEOUT: SiteAnswer = { status: 504, body: 'Gateway Timeout' };

/** The site does what it was asked, and the browser does not learn it. */
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

/** A proxy between a browser and a real site that makes faults of a network. Its address is the site's. */
export class FaultyProxy {
  private next: { readonly is: (call: SiteCall) => boolean; readonly fault: Fault } | null = null;
  private target = '';

  private constructor(private readonly server: ReturnType<typeof createServer>) {
    server.on('request', (request, response) => {
      this.answer(request)
        .then(({ status, headers, body }) => response.writeHead(status, headers).end(body))
        .catch(() => response.destroy());
    });
  }

  static async start(): Promise<FaultyProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new FaultyProxy(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  passTo(target: string): void {
    this.target = target;
  }

  /** The next such call has this fault, and no other one. */
  onNext(is: (call: SiteCall) => boolean, fault: Fault): void {
    this.next = { is, fault };
  }

  /** Holds the next such call before it reaches the site, or its answer. */
  hold(is: (call: SiteCall) => boolean, what: 'call' | 'answer') {
    const { wait, ...held } = hold();
    this.onNext(is, async (pass) => {
      const answer = what === 'answer' ? await pass() : null;
      await wait();
      return answer ?? pass();
    });
    return held;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage): Promise<SiteAnswer> {
    const body = await buffer(request);
    const call = { method: request.method ?? 'GET', url: request.url ?? '/', body: body.toString('utf8') };
    const pass = () => this.forward(request, body);
    const { next } = this;
    if (!next?.is(call)) return pass();
    this.next = null;
    return next.fault(pass);
  }

  private async forward({ url, method, headers }: IncomingMessage, body: Buffer): Promise<SiteAnswer> {
    // The browser's Host header is kept: the site takes it for its own address.
    const forwarded = forwardRequest(`${this.target}${url}`, { method, headers, agent: false });
    forwarded.end(body);
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
    return { status: answer.statusCode ?? 502, headers: answer.headers, body: await buffer(answer) };
  }
}
