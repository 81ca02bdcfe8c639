import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  asset,
  cookieOf,
  html,
  json,
  LoopbackServer,
  redirect,
  type SiteAnswer,
  type SiteCookie,
  type SiteRequest,
} from './loopbackServer.ts';
import { type Account, SiteRecords } from './SiteRecords.ts';
import { addressOf, composerPage, homePage, loginPage, profilePage } from './sitePages.ts';

const SCRIPT = readFileSync(path.join(import.meta.dirname, 'site.js'), 'utf8');
const FEED_CACHE = readFileSync(path.join(import.meta.dirname, 'feedCache.js'), 'utf8');
const STYLES = '.b-post__text { white-space: pre-line; } #new_post_text_input { display: block; min-height: 80px; }';
const GATEWAY_TIMEOUT = { status: 504, body: 'Gateway Timeout' };
// The cookie survives a restart of the browser.
const COOKIE_ATTRIBUTES = 'Path=/; Max-Age=86400; SameSite=Lax';

/** How the site looks, and faults that a test can turn on. A page shows them when it is loaded. */
export interface Switches {
  /** `changed`: the post button has other markup. */
  markup: 'usual' | 'changed';
  /** The text field. */
  editor: 'rich' | 'textarea';
  /** `changed`: the posts of the feed have other markup, and no time. */
  feed: 'usual' | 'changed';
  /**
   * How the site answers a new post. `link`: a message with the post's address. `plain`: one without it. `early`: such a message at
   * once, and the post is sent 8 s later. `foreign`: the first press of a post does nothing, and the message is about a post that was
   * made elsewhere 20 minutes before. `504`: an error, although the post is live. `too-fast`: a refusal that says when to try again.
   */
  answer: 'link' | 'plain' | 'early' | 'foreign' | '504' | 'too-fast';
  /** The addresses of posts. `dated`: `/2026/11/28/slug/`. `one-id`: all have the same number. */
  links: 'usual' | 'dated' | 'one-id';
  /** New posts are not in the feed before `approvePosts`. */
  isModerated: boolean;
  /** A service worker keeps the feed as it was when it was first loaded. */
  isFeedCached: boolean;
  /** `html`: the rich editor reads a pasted text as HTML. */
  paste: 'text' | 'html';
  /** What covers the whole new-post page: a question that stays, or a list that goes away when the text field loses the focus. */
  cover: 'nothing' | 'question' | 'list';
  /** The site asks `/api/permits` after the press, and sends the post after the answer. */
  asksFirst: boolean;
  /** The text field and the post button ignore events of scripts. */
  isTrustedOnly: boolean;
}

/** A simple stand-in for the creator platform with the markup that its pack knows (packs/standIn.json). */
export class CreatorSite {
  readonly switches: Switches = {
    markup: 'usual',
    editor: 'rich',
    feed: 'usual',
    answer: 'link',
    links: 'usual',
    isModerated: false,
    isFeedCached: false,
    paste: 'text',
    cover: 'nothing',
    asksFirst: false,
    isTrustedOnly: false,
  };
  /** What was done on the site besides posting: messages, payments, deletions and searches. */
  readonly otherActions: string[] = [];
  private readonly inModeration = new Set<string>();
  /** Texts whose first press did nothing. */
  private readonly ignored = new Set<string>();

  private constructor(
    private readonly server: LoopbackServer,
    readonly records: SiteRecords,
  ) {}

  static async start(accounts: readonly Account[]): Promise<CreatorSite> {
    const server = await LoopbackServer.start((request) => site.answer(request));
    const site = new CreatorSite(server, new SiteRecords(accounts));
    return site;
  }

  get origin(): string {
    return this.server.origin;
  }

  /** What the site accepted, oldest first. */
  get accepted() {
    return this.records.accepted;
  }

  /** The cookies of a new session, for `BrowserContext.addCookies`. */
  cookiesFor(username: string): SiteCookie[] {
    const { id, password } = this.records.account(username);
    const session = this.records.logIn(username, password) ?? '';
    return [
      { name: 'sess', value: session, url: this.origin },
      { name: 'auth_id', value: id, url: this.origin },
    ];
  }

  /** The feed shows all posts. */
  approvePosts(): void {
    this.inModeration.clear();
  }

  /** Holds the next answer to a path that starts with `path`, after the request has taken effect. */
  holdAnswer(path: string) {
    return this.server.holdAnswer(path);
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  private answer(request: SiteRequest): SiteAnswer {
    const { method, url, headers } = request;
    const { pathname } = url;
    if (pathname === '/site.css') return asset('text/css', STYLES);
    if (pathname === '/site.js') {
      return asset('text/javascript', `const SWITCHES = ${JSON.stringify(this.switches)};\n${SCRIPT}`);
    }
    if (pathname === '/feedCache.js') return asset('text/javascript', FEED_CACHE);
    if (pathname === '/login' && method === 'POST') return this.logIn(request);
    const account = this.records.accountOf(cookieOf(request, 'sess'));
    if (!account) return pathname.startsWith('/api/') ? json({ error: 'Please log in.' }, 401) : html(loginPage());
    if (pathname === '/api/uploads') {
      return json({ upload: this.records.addPicture(request.body, headers['content-type'] ?? '') }, 201);
    }
    if (pathname === '/api/permits') return json({}, 201);
    if (pathname === '/api/posts') return this.accept(request, account);
    const picture = this.records.pictures.get(/^\/files\/(\w+)$/.exec(pathname)?.[1] ?? '');
    if (picture) return { status: 200, headers: { 'Content-Type': picture.type }, body: picture.bytes };
    if (pathname === '/posts/create') return html(composerPage(account, this.switches));
    if (pathname === '/') return html(homePage(account, this.records.ownPostsOf(account.username)));
    if (pathname === `/${account.username}`) {
      const posts = this.records.feedOf(account.username).filter(({ id }) => !this.inModeration.has(id));
      return html(profilePage(account, this.switches, posts));
    }
    if (method === 'POST' || pathname === '/search') this.otherActions.push(pathname);
    return html('<!doctype html><title>Not found</title>', 404);
  }

  private accept({ body }: SiteRequest, { username }: Account): SiteAnswer {
    const { text, upload, scheduledFor, expiresInDays } = JSON.parse(body.toString());
    const pictures = upload === null ? [] : [upload];
    const { answer, links, isModerated } = this.switches;
    if (answer === 'too-fast') return json({ message: "You're posting too fast. Try again in 10 minutes." }, 429);
    if (answer === 'foreign' && !this.ignored.has(text)) {
      this.ignored.add(text);
      const other = this.records.addOlderPost(username, `Not ${text}`, 20 / 1_440);
      return json({ href: addressOf(other, links), isForeign: true });
    }
    const post = this.records.accept(username, { text, pictures, scheduledFor, expiresInDays });
    if (isModerated) this.inModeration.add(post.id);
    return answer === '504' ? GATEWAY_TIMEOUT : json({ href: answer === 'plain' ? null : addressOf(post, links) }, 201);
  }

  private logIn({ body }: SiteRequest): SiteAnswer {
    const form = new URLSearchParams(body.toString());
    const username = form.get('username') ?? '';
    const session = this.records.logIn(username, form.get('password') ?? '');
    if (!session) return html(loginPage());
    return redirect('/', {
      'Set-Cookie': [
        `sess=${session}; HttpOnly; ${COOKIE_ATTRIBUTES}`,
        `auth_id=${this.records.account(username).id}; ${COOKIE_ATTRIBUTES}`,
      ],
    });
  }
}
