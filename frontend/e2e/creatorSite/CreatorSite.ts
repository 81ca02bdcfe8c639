import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerRequest } from './routes.ts';
import { type Account, SiteState } from './SiteState.ts';

/** Faults that a test can turn on. */
export interface Switches {
  /** Delays the answers of paths that start with `path`. */
  slow: { readonly path: string; readonly ms: number } | null;
  /** Paths that start with this text are answered with 500. */
  failing: string | null;
  /** `changed`: the post button has other markup. */
  markup: 'usual' | 'changed';
  editor: 'rich' | 'textarea';
}

/** A request that has taken effect and whose answer is held. */
interface HeldAnswer {
  readonly arrived: Promise<void>;
  release(): void;
}

/**
 * A simple stand-in for the creator platform with a login, a form for new posts and a feed. It accepts the same post
 * twice, so that tests can see duplicates.
 */
export class CreatorSite {
  readonly switches: Switches = { slow: null, failing: null, markup: 'usual', editor: 'rich' };
  private readonly held = new Map<string, { markArrived(): void; release: Promise<void> }>();

  private constructor(
    private readonly server: Server,
    readonly state: SiteState,
  ) {
    server.on('request', (request, response) => {
      this.serve(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
  }

  static async start(accounts: readonly Account[]): Promise<CreatorSite> {
    const server = createServer();
    const site = new CreatorSite(server, new SiteState(accounts));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return site;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get posts() {
    return this.state.posts;
  }

  /** Holds the next answer to a path that starts with `path`, after the request has taken effect. */
  holdAnswer(path: string): HeldAnswer {
    let markArrived = () => {};
    let release = () => {};
    const arrived = new Promise<void>((resolve) => {
      markArrived = resolve;
    });
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.held.set(path, { markArrived, release: released });
    return { arrived, release };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const body = await buffer(request);
    const { slow, failing } = this.switches;
    if (slow && path.startsWith(slow.path)) await sleep(slow.ms);
    const answer =
      failing !== null && path.startsWith(failing)
        ? { status: 500, headers: { 'Content-Type': 'text/plain' }, body: 'Internal Server Error' }
        : answerRequest(this.state, this.switches, {
            method: request.method ?? 'GET',
            path,
            headers: request.headers,
            body,
          });
    const heldPath = [...this.held.keys()].find((begin) => path.startsWith(begin));
    if (heldPath !== undefined) {
      const held = this.held.get(heldPath);
      this.held.delete(heldPath);
      held?.markArrived();
      await held?.release;
    }
    if (!response.destroyed) response.writeHead(answer.status, answer.headers).end(answer.body);
  }
}
