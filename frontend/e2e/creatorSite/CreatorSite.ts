import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerRequest } from './routes.ts';
import { type Account, SiteState } from './SiteState.ts';
import type { Language } from './words.ts';

/**
 * How the site is built: `classic` is HTML from the server. The others are built in the browser: `portal` with React and
 * portals, `element` with custom elements, `editable` with an own text editor.
 */
export type SiteKind = 'classic' | 'portal' | 'element' | 'editable';

/** How the site looks, and faults that a test can turn on. A page shows them when it is loaded. */
export interface Switches {
  kind: SiteKind;
  language: Language;
  /** Delays the answers of paths that start with `path`. */
  slow: { readonly path: string; readonly ms: number } | null;
  /** Paths that start with this text are answered with 500. */
  failing: string | null;
  /** `changed`: the post button has other markup. `renamed`: everything else of the form for new posts has it, too. */
  markup: 'usual' | 'changed' | 'renamed';
  /** The text field of the classic site. */
  editor: 'rich' | 'textarea';
  /** `changed`: the posts of the feed have other markup, and no time. `shortened`: long texts are cut. */
  feed: 'usual' | 'changed' | 'shortened';
  postsPerPage: number;
}

const USUAL: Switches = {
  kind: 'classic',
  language: 'en',
  slow: null,
  failing: null,
  markup: 'usual',
  editor: 'rich',
  feed: 'usual',
  postsPerPage: 10,
};

/** A request that has taken effect and whose answer is held. */
interface HeldAnswer {
  readonly arrived: Promise<void>;
  release(): void;
}

/**
 * A simple stand-in for the creator platform with a login, a form for new posts and a feed. It accepts the same post
 * twice, so that tests can see duplicates. Its pages have other forms and buttons, too, which are not for posting.
 */
export class CreatorSite {
  readonly switches: Switches = { ...USUAL };
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
        : await answerRequest(this.state, this.switches, {
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
