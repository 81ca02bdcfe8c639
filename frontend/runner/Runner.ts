import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunnerPage } from '@flyerdeck/contracts';
import { DEVICE_PROBLEM_SENTENCES } from '@flyerdeck/contracts/values/extension';
import { MAX_AWAKE_PAGES } from '@flyerdeck/contracts/values/runners';
import { type Adding, addPage } from './addPage.ts';
import { ExtensionFiles } from './extensionFiles.ts';
import { HintChannel } from './hintChannel.ts';
import { needsPerson, nextWakeMs } from './nextWake.ts';
import { type ExtensionState, type LaunchOptions, PageBrowser } from './pageBrowser.ts';
import type { KnownPage, RunnerFolder } from './runnerFolder.ts';
import { ServerApi, ServerRefusal } from './serverApi.ts';
import { TIMES, type Times } from './times.ts';
import { type TurnEnd, Turns } from './turns.ts';
import { watchTurn } from './watchTurn.ts';

export const RUNNER_VERSION = '1.0.0';

export interface RunnerOptions {
  readonly folder: RunnerFolder;
  /** Without a trailing slash. */
  readonly serverUrl: string;
  readonly atOnce: number;
  readonly browser: Pick<LaunchOptions, 'executablePath' | 'isHeadless' | 'args'>;
  readonly log: (line: string) => void;
  readonly times?: Partial<Times>;
}

export interface PageStatus {
  readonly guid: string | null;
  readonly profile: string;
  readonly username: string;
  readonly state: 'asleep' | 'waiting' | 'awake' | 'open' | 'unlinked';
  /** Why it waits for a person, or what is wrong. */
  readonly problem: string | null;
}

export interface RunnerStatus {
  readonly version: string;
  readonly server: string;
  /** The code to enter in the product; null once paired. */
  readonly code: string | null;
  readonly isConnected: boolean;
  readonly isPaused: boolean;
  readonly atOnce: number;
  readonly pages: readonly PageStatus[];
  readonly adding: Omit<Adding, 'confirmed' | 'cancelled'> | null;
  /** Why the last page could not be added. */
  readonly addProblem: string | null;
}

/** Keeps the browsers of pages asleep until they have work. */
export class Runner {
  private readonly times: Times;
  private readonly server: ServerApi;
  private readonly extension: ExtensionFiles;
  private turns: Turns;
  private channel: HintChannel | null = null;
  private code: string | null = null;
  private isConnected = false;
  private isPaused = false;
  private isStopped = false;
  private stoppedMs = 0;
  private serverPages: readonly RunnerPage[] = [];
  private readonly awake = new Map<string, PageBrowser>();
  private readonly opened = new Set<string>();
  private readonly failures = new Map<string, number>();
  private adding: Adding | null = null;
  private addProblem: string | null = null;
  private lastAwake = '';

  constructor(private readonly options: RunnerOptions) {
    this.times = { ...TIMES, ...options.times };
    this.server = new ServerApi(options.serverUrl, () => options.folder.secret);
    this.extension = new ExtensionFiles(options.folder.extensionPath, this.server);
    this.turns = this.newTurns();
  }

  /** Pairs the runner if necessary, and works until `stop`. */
  async run(): Promise<void> {
    let isAway = false;
    while (!this.isStopped) {
      try {
        const isPaired = await this.isPaired();
        isAway = false;
        if (!isPaired) continue;
        this.connect();
        await this.work();
      } catch (error) {
        if (error instanceof ServerRefusal && error.status === 401) await this.forgetPairing();
        else if (!isAway)
          this.options.log(`Flyerdeck could not be reached: ${(error as Error).message}. It is tried again.`);
        isAway = true;
        await sleep(this.times.pairing);
      }
    }
  }

  /** Closes all browsers when they have nothing in hand, at the latest after `times.stop`. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.stoppedMs = Date.now();
    this.channel?.close();
    if (this.adding) this.adding.cancelled = true;
    await this.turns.stop();
    await Promise.all([...this.awake.values()].map((browser) => browser.close()));
    await this.reportAwake().catch(() => undefined);
  }

  async pauseWork(): Promise<void> {
    this.isPaused = true;
    await this.turns.stop();
    this.turns = this.newTurns();
  }

  resumeWork(): void {
    this.isPaused = false;
    // The server names the pages with work again.
    this.connect();
  }

  status(): RunnerStatus {
    const { folder, serverUrl, atOnce } = this.options;
    const known = new Map(this.serverPages.map((page) => [page.creator_id, page]));
    const pages = folder.pages.map(({ profile, creatorId, username }): PageStatus => {
      const found = known.get(creatorId);
      const guid = found?.guid ?? null;
      const state = (() => {
        if (guid === null) return 'unlinked';
        if (this.opened.has(profile)) return 'open';
        if (this.awake.has(profile)) return 'awake';
        return this.turns.isWaiting(profile) ? 'waiting' : 'asleep';
      })();
      const problem = found && found.health !== 'ok' ? DEVICE_PROBLEM_SENTENCES[found.health] : null;
      return { guid, profile, username: found?.username ?? username, state, problem };
    });
    pages.sort((a, b) => a.username.localeCompare(b.username));
    const adding = this.adding && {
      profile: this.adding.profile,
      username: this.adding.username,
      question: this.adding.question,
      view: this.adding.view,
    };
    return {
      version: RUNNER_VERSION,
      server: serverUrl,
      code: this.code,
      isConnected: this.isConnected,
      isPaused: this.isPaused,
      atOnce,
      pages,
      adding,
      addProblem: this.addProblem,
    };
  }

  /** Answers the question of the page that is being added. */
  answer(isYes: boolean): void {
    if (!this.adding) return;
    if (isYes) this.adding.confirmed = true;
    else this.adding.cancelled = true;
  }

  /**
   * Opens a browser for a person to log in, and links the page after `answer`, or without a question with `isConfirmed`. With `many`
   * it opens the next one as soon as one is done, until one is closed. `status` shows the step, and a failure. Throws if it can not
   * begin.
   */
  add({ many, isConfirmed }: { readonly many: number; readonly isConfirmed: boolean }): void {
    if (this.adding) throw new Error('A page is being added already.');
    if (!this.options.folder.secret || this.code) throw new Error('Pair the runner first.');
    void this.addMany(many, isConfirmed);
  }

  private newAdding(isConfirmed: boolean): Adding {
    const profile = this.options.folder.newProfile();
    return { profile, username: null, question: null, view: null, confirmed: isConfirmed, cancelled: false };
  }

  private async addMany(many: number, isConfirmed: boolean): Promise<void> {
    this.addProblem = null;
    try {
      for (let added = 0; added < many && !this.isStopped; added++) {
        const adding = this.newAdding(isConfirmed);
        this.adding = adding;
        if (!(await this.addOne(adding))) return;
      }
    } catch (error) {
      this.addProblem = (error as Error).message.split('\n')[0] ?? '';
      this.options.log(`The page could not be added: ${this.addProblem}`);
    } finally {
      this.adding = null;
    }
  }

  /** Shows the browser of a page to a person. Returns the address of its remote view; null for a window on this screen. */
  async open(profile: string): Promise<string | null> {
    const page = this.knownPage(profile);
    if (this.opened.has(profile)) return (await this.awake.get(profile)?.remoteView()) ?? null;
    this.turns.forget(profile);
    this.opened.add(profile);
    // A turn that runs ends when it has nothing in hand.
    await this.untilClosed(profile);
    try {
      const browser = await this.start(page, true);
      await browser.showSite();
      void this.keepOpen(page, browser);
      return await browser.remoteView();
    } catch (error) {
      this.opened.delete(profile);
      throw error;
    }
  }

  /** Closes a browser that a person has opened. */
  async close(profile: string): Promise<void> {
    this.opened.delete(profile);
    await this.untilClosed(profile);
  }

  /** Until the browser of the page is closed, and its state is stored. */
  private async untilClosed(profile: string): Promise<void> {
    while (this.awake.has(profile) || this.turns.isRunning(profile)) await sleep(this.times.lookEvery);
  }

  /** Deletes the profile of a page with its login. The page is unlinked in the product. */
  async remove(profile: string): Promise<void> {
    this.turns.forget(profile);
    await this.close(profile);
    await this.options.folder.deleteProfile(profile);
  }

  private knownPage(profile: string): KnownPage {
    const page = this.options.folder.pages.find((one) => one.profile === profile);
    if (!page) throw new Error('This page is not on this runner.');
    return page;
  }

  private newTurns(): Turns {
    return new Turns(this.options.atOnce, (profile) => this.takeTurn(profile));
  }

  private async isPaired(): Promise<boolean> {
    const { folder, log } = this.options;
    if (folder.secret === null) {
      const { pairing_code: code, secret } = await this.server.createRunner(hostname(), RUNNER_VERSION);
      await folder.keepSecret(secret);
      this.code = code;
      log(`Open Runners in the account menu of ${this.options.serverUrl} and enter the code ${code}`);
    }
    const { is_paired: isPaired, pages } = await this.server.read();
    this.serverPages = pages;
    if (isPaired && this.code) log('The runner is paired. Add pages now.');
    if (isPaired) this.code = null;
    else await sleep(this.times.pairing);
    return isPaired;
  }

  private async forgetPairing(): Promise<void> {
    this.channel?.close();
    this.channel = null;
    this.isConnected = false;
    if (this.code === null)
      this.options.log('This runner was ended in Flyerdeck. Nothing is posted until it is paired again.');
    await this.pauseWork();
    this.isPaused = false;
    await this.options.folder.keepSecret(null);
  }

  private connect(): void {
    const { secret } = this.options.folder;
    this.channel?.close();
    if (secret === null) return;
    this.channel = new HintChannel(this.options.serverUrl, secret, {
      onWork: (guids) => {
        for (const guid of guids) this.want(guid);
      },
      onConnected: () => {
        this.isConnected = true;
        this.lastAwake = '';
      },
      onLost: () => {
        this.isConnected = false;
      },
      onRefused: (why) => {
        if (why === 'ended') void this.forgetPairing();
        else
          this.options.log(
            'Another runner uses this folder on another machine. This one does nothing until it is started again.',
          );
      },
    });
  }

  /** Until the pairing is lost. */
  private async work(): Promise<void> {
    const crashed = this.options.folder.pages.filter(({ wasAwake }) => wasAwake);
    for (const { profile } of crashed) this.turns.want(profile);
    for (let readMs = Date.now(); !this.isStopped && this.options.folder.secret !== null; ) {
      await sleep(this.times.lookEvery);
      for (const { profile, wakeAtMs } of this.options.folder.pages) {
        if (wakeAtMs !== null && wakeAtMs <= Date.now()) this.wantProfile(profile);
      }
      await this.reportAwake().catch(() => undefined);
      if (Date.now() - readMs < this.times.readPages) continue;
      readMs = Date.now();
      try {
        await this.readPages();
      } catch (error) {
        if (error instanceof ServerRefusal && error.status === 401) throw error;
      }
    }
  }

  private async readPages(): Promise<void> {
    this.serverPages = (await this.server.read()).pages;
  }

  /** The server names a page; its profile is the one that is logged in to the account. */
  private want(guid: string): void {
    const found = this.serverPages.find((page) => page.guid === guid);
    const known = this.options.folder.pages.find(({ creatorId }) => creatorId === found?.creator_id);
    if (known) this.wantProfile(known.profile);
  }

  private wantProfile(profile: string): void {
    if (!this.isPaused && !this.opened.has(profile) && !this.awake.has(profile)) this.turns.want(profile);
  }

  private async start(page: KnownPage, isShown: boolean): Promise<PageBrowser> {
    const { folder, browser: how } = this.options;
    // Written first: a runner that is killed from here on looks after the page when it is started again.
    await folder.keepPage({ ...page, wasAwake: true, wakeAtMs: null });
    const browser = await this.launch(page.profile, isShown);
    this.awake.set(page.profile, browser);
    if (how.isHeadless && isShown) this.options.log(`@${page.username} is shown at ${await browser.remoteView()}`);
    return browser;
  }

  private async launch(profile: string, isShown: boolean): Promise<PageBrowser> {
    const { folder, browser } = this.options;
    return PageBrowser.launch({
      ...browser,
      profilePath: folder.profilePath(profile),
      extensionPath: await this.extension.newest(),
      isRemote: isShown && browser.isHeadless,
    });
  }

  /** Runs the browser of a page until it has nothing to do. */
  private async takeTurn(profile: string): Promise<TurnEnd> {
    const { log } = this.options;
    const page = this.knownPage(profile);
    let browser: PageBrowser;
    try {
      browser = await this.start(page, false);
    } catch (error) {
      log(`@${page.username}: the browser did not start: ${(error as Error).message.split('\n')[0]}`);
      await this.sleepAgain(page, null, true);
      return 'done';
    }
    const { last, end } = await watchTurn(browser, {
      times: this.times,
      mustEnd: () => this.isStopped || this.isPaused || this.opened.has(profile),
      mayFinish: () => !this.isStopped || Date.now() - this.stoppedMs < this.times.stop,
      others: () => this.turns.others,
    });
    const hasCrashed = browser.hasEnded;
    await browser.close();
    if (hasCrashed) log(`@${page.username}: the browser ended unexpectedly. It is started again.`);
    this.awake.delete(profile);
    await this.readPages().catch(() => undefined);
    await this.sleepAgain(page, last, hasCrashed);
    return this.opened.has(profile) ? 'done' : end;
  }

  /** Stores when the browser should look by itself. A person must end some problems; others are looked at ever more rarely. */
  private async sleepAgain(page: KnownPage, state: ExtensionState | null, hasFailed: boolean): Promise<void> {
    const health = this.serverPages.find(({ creator_id }) => creator_id === page.creatorId)?.health ?? 'ok';
    const failures = hasFailed || health !== 'ok' ? (this.failures.get(page.profile) ?? 0) + 1 : 0;
    this.failures.set(page.profile, failures);
    if (needsPerson(health) && failures === 1) {
      this.options.log(
        `@${page.username} needs you: ${DEVICE_PROBLEM_SENTENCES[health as 'logged_out']} Open it to log in.`,
      );
    }
    const nowMs = Date.now();
    const nextLookMs = state?.nextLookMs ?? null;
    const wakeAtMs = nextWakeMs({ health, failures, hasFailed, nextLookMs, nowMs, times: this.times });
    await this.options.folder.keepPage({ ...page, wasAwake: false, wakeAtMs });
  }

  private async keepOpen(page: KnownPage, browser: PageBrowser): Promise<void> {
    const untilMs = Date.now() + this.times.opened;
    while (!browser.hasEnded && !this.isStopped && this.opened.has(page.profile) && Date.now() < untilMs) {
      await sleep(this.times.lookEvery);
    }
    const state = await browser.state();
    await browser.close();
    await this.readPages().catch(() => undefined);
    await this.sleepAgain(page, state, false);
    this.awake.delete(page.profile);
    this.opened.delete(page.profile);
  }

  /** True if the page was added. False if the person has closed the browser or said no. */
  private async addOne(adding: Adding): Promise<boolean> {
    const { folder, log } = this.options;
    const { profile } = adding;
    const linked = await addPage({
      adding,
      browser: await this.launch(profile, true),
      folder,
      server: this.server,
      times: this.times,
      isStopped: () => this.isStopped,
      log,
    });
    if (!linked) return false;
    for (const other of folder.pages) {
      if (other.creatorId === linked.creator_id && other.profile !== profile) await folder.deleteProfile(other.profile);
    }
    await this.readPages();
    log(`@${linked.username} was added.`);
    return true;
  }

  /** Tells the server which browsers run, if that has changed. */
  private async reportAwake(): Promise<void> {
    const creatorIds = new Set(
      this.options.folder.pages.filter(({ profile }) => this.awake.has(profile)).map(({ creatorId }) => creatorId),
    );
    const guids = this.serverPages.filter(({ creator_id }) => creatorIds.has(creator_id)).map(({ guid }) => guid);
    const text = `${guids.sort().join()}!`;
    if (text === this.lastAwake || this.options.folder.secret === null) return;
    await this.server.setAwake(guids.slice(0, MAX_AWAKE_PAGES));
    this.lastAwake = text;
  }
}
