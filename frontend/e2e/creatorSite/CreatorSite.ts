import { setTimeout as sleep } from 'node:timers/promises';
import { LoopbackServer, type SiteAnswer, type SiteCookie, type SiteRequest } from './loopbackServer.ts';
import { answerRequest } from './routes.ts';
import { type Account, SiteState } from './SiteState.ts';
import type { Language } from './words.ts';

/**
 * How the site is built: `classic` is HTML from the server, `element` is built in the browser with custom elements.
 */
export type SiteKind = 'classic' | 'element';

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

/**
 * A simple stand-in for the creator platform with a login, a form for new posts and a feed. It accepts the same post
 * twice, so that tests can see duplicates. Its pages have other forms and buttons, too, which are not for posting.
 */
export class CreatorSite {
  readonly switches: Switches = { ...USUAL };

  private constructor(
    private readonly server: LoopbackServer,
    readonly state: SiteState,
  ) {}

  static async start(accounts: readonly Account[]): Promise<CreatorSite> {
    const server = await LoopbackServer.start((request) => site.answer(request), Date.now);
    const site = new CreatorSite(server, new SiteState(accounts));
    return site;
  }

  get origin(): string {
    return this.server.origin;
  }

  get posts() {
    return this.state.posts;
  }

  /** The cookies of a new session, for `BrowserContext.addCookies`. */
  cookiesFor(username: string): SiteCookie[] {
    const account = this.state.accounts.find((one) => one.username === username);
    const session = this.state.logIn(username, account?.password ?? '')?.session ?? '';
    return [
      { name: 'sess', value: session, url: this.origin },
      { name: 'auth_id', value: account?.id ?? '', url: this.origin },
    ];
  }

  /** Holds the next answer to a path that starts with `path`, after the request has taken effect. */
  holdAnswer(path: string) {
    return this.server.holdAnswer(path);
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  private async answer(request: SiteRequest): Promise<SiteAnswer> {
    const { pathname } = request.url;
    const { slow, failing } = this.switches;
    if (slow && pathname.startsWith(slow.path)) await sleep(slow.ms);
    if (failing === null || !pathname.startsWith(failing)) return answerRequest(this.state, this.switches, request);
    return { status: 500, headers: { 'Content-Type': 'text/plain' }, body: 'Internal Server Error' };
  }
}
