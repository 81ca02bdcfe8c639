import { randomBytes } from 'node:crypto';
import { type Answer, asset, cookieOf, LoopbackServer, type SiteCookie, type SiteRequest } from '../loopbackServer.ts';
import { type Account, type NewPost, PLAIN_POST, SiteRecords, shareOf } from '../SiteRecords.ts';
import { type Boot, profileAddress, setBoot } from './app/boot.ts';
import type { Draft } from './app/calls.ts';
import { COHORT_SHARE } from './app/design.ts';
import { bundles } from './bundles.ts';
import { answerCall, type SiteParts } from './calls.ts';
import { avatarOf, documentOf, stylesFor } from './documents.ts';
import { Presses, type Refusal } from './presses.ts';
import { type Settings, USUAL_SETTINGS } from './settings.ts';
import type { SwitchName } from './switches.ts';

/**
 * A stand-in for a creator site that is built as a single-page app and makes everything hard. What it can do is in
 * `switches.ts`; with all switches off it is an ordinary site. Its pages take the switches when they are loaded.
 */
export class HostileSite {
  readonly records: SiteRecords;
  readonly settings: Settings;
  private readonly parts: SiteParts;
  private readonly names = new Set<SwitchName>();
  private seed = randomBytes(4).toString('hex');
  private server!: LoopbackServer;

  private constructor(accounts: readonly Account[], settings: Partial<Settings>) {
    this.records = new SiteRecords(accounts);
    this.settings = { ...USUAL_SETTINGS, ...settings };
    const on = (name: SwitchName) => this.isOn(name);
    const presses = new Presses(this.records, this.settings, on);
    this.parts = {
      records: this.records,
      presses,
      settings: this.settings,
      drafts: new Map(),
      failedUploads: new Set(),
      on,
    };
  }

  static async start(
    accounts: readonly Account[],
    switches: readonly SwitchName[] = [],
    settings: Partial<Settings> = {},
  ): Promise<HostileSite> {
    const site = new HostileSite(accounts, settings);
    site.use(switches);
    site.server = await LoopbackServer.start(
      (request) => site.answer(request),
      () => site.records.now(),
    );
    return site;
  }

  get origin(): string {
    return this.server.origin;
  }

  /** Holds the next answer to a path that starts with `path`, after the request has taken effect. */
  holdAnswer(path: string) {
    return this.server.holdAnswer(path);
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  /** Turns on exactly these switches. */
  use(switches: readonly SwitchName[]): void {
    this.names.clear();
    for (const name of switches) this.names.add(name);
  }

  get switches(): readonly SwitchName[] {
    return [...this.names];
  }

  isOn(name: SwitchName): boolean {
    return this.names.has(name);
  }

  /** Publishes the site's pages with other class names. */
  redeploy(): void {
    this.seed = randomBytes(4).toString('hex');
  }

  /** What the site accepted, oldest first. */
  get accepted() {
    return this.records.accepted;
  }

  /** Every press that reached the site, oldest first. */
  get presses() {
    return this.parts.presses.log;
  }

  /**
   * Why the site would refuse this posting now, or null if it would take it. A fault is no refusal, nor is a login or a
   * captcha that only the next press brings.
   */
  refusalOf(username: string, post: Partial<NewPost>): Refusal | null {
    return this.parts.presses.refusalOf(username, { ...PLAIN_POST, ...post });
  }

  /** The cookies of a new session, for `BrowserContext.addCookies`. The account's id comes with the first page. */
  cookiesFor(username: string): SiteCookie[] {
    const value = this.records.logIn(username, this.records.account(username).password) ?? '';
    return [{ name: 'sid', value, url: this.origin }];
  }

  logOut(username: string): void {
    this.records.loggedOut.add(username);
  }

  /** The sessions of an account are valid again, as after a login in another tab. */
  logInAgain(username: string): void {
    this.records.loggedOut.delete(username);
  }

  passCaptcha(username: string): void {
    this.parts.presses.captchas.delete(username);
  }

  draftOf(username: string): Draft {
    return this.parts.drafts.get(username) ?? { text: '', pictures: [] };
  }

  setDraft(username: string, draft: Draft): void {
    this.parts.drafts.set(username, draft);
  }

  /** Whether `cohort-30-70` gives an account the redesign. */
  isRedesigned(username: string): boolean {
    return shareOf(username) < COHORT_SHARE;
  }

  /** The address of an account's profile. */
  profileOf(username: string): string {
    setBoot(this.bootFor(null, '/'));
    return this.origin + profileAddress(username);
  }

  private async answer(request: SiteRequest): Promise<Answer> {
    const { pathname, search } = request.url;
    const account = this.records.accountOf(cookieOf(request, 'sid'));
    if (pathname.startsWith('/api/')) return answerCall(this.parts, request, account);
    if (pathname.endsWith('.css')) return asset('text/css', stylesFor(this.seed));
    if (pathname.endsWith('.js')) return asset('text/javascript', (await bundles()).script);
    const [, folder, name = ''] = /^\/(avatars|media)\/(\w+)(?:\.svg)?$/.exec(pathname) ?? [];
    if (folder === 'avatars') return avatarOf(name);
    const picture = folder === 'media' && account ? this.records.pictures.get(name) : undefined;
    if (picture) return { status: 200, headers: { 'Content-Type': picture.type }, body: picture.bytes };
    if (folder || pathname === '/favicon.ico') return { status: 404 };
    return documentOf(this.bootFor(account, pathname + search), account, this.parts.on);
  }

  private bootFor(account: Account | null, address: string): Boot {
    const { hydrationMs, lateHydrationMs, uploadMs, toastMs, shownCharacters } = this.settings;
    return {
      on: [...this.names],
      address,
      viewer: account && {
        username: account.username,
        name: account.name,
        counts: account.counts,
        share: shareOf(account.username),
      },
      isCaptcha: account !== null && this.parts.presses.captchas.has(account.username),
      seed: this.seed,
      hydrationMs: this.names.has('late-hydration') ? lateHydrationMs : hydrationMs,
      uploadMs,
      toastMs,
      shownCharacters,
    };
  }
}
