import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEVICE_PROBLEM_SENTENCES } from '@flyerdeck/contracts/extension.values';
import { LIVE_REFUSED, LIVE_RUNNER_PATH } from '@flyerdeck/contracts/live.values';
import { MAX_AWAKE_PAGES } from '@flyerdeck/contracts/runners.values';
import { WebSocket } from 'ws';
import { LiveChannel, type LiveSocket } from '../src/lib/LiveChannel.ts';
import { ExtensionFiles } from './extensionFiles.ts';
import { TIMES, type Times } from './nextWake.ts';
import { PageAdder } from './PageAdder.ts';
import { PageBrowsers } from './PageBrowsers.ts';
import type { LaunchOptions } from './pageBrowser.ts';
import type { RemoteView } from './RemoteView.ts';
import type { KnownPage, RunnerFolder } from './runnerFolder.ts';
import type { PageStatus, RunnerStatus } from './runnerStatus.ts';
import { ServerApi, ServerPages, ServerRefusal } from './serverApi.ts';

export const RUNNER_VERSION = '1.0.0';

interface RunnerOptions {
  readonly folder: RunnerFolder;
  /** Without a trailing slash. */
  readonly serverUrl: string;
  readonly atOnce: number;
  readonly browser: Pick<LaunchOptions, 'executablePath' | 'isHeadless' | 'args'>;
  readonly log: (line: string) => void;
  readonly times?: Partial<Times>;
}

/** Pairs with the server, and gives the pages that it names a turn. */
export class Runner {
  readonly browsers: PageBrowsers;
  private readonly adder: PageAdder;
  private readonly times: Times;
  private readonly server: ServerApi;
  private readonly serverPages: ServerPages;
  private channel: LiveChannel | null = null;
  private code: string | null = null;
  private isConnected = false;
  private isStopped = false;
  private lastAwake = '';

  constructor(private readonly options: RunnerOptions) {
    const { folder, log, serverUrl } = options;
    const times = { ...TIMES, ...options.times };
    const server = new ServerApi(serverUrl, () => folder.secret);
    const serverPages = new ServerPages(server);
    const extension = new ExtensionFiles(folder.extensionPath, server);
    const browsers = new PageBrowsers({ ...options, times, serverPages, extension });
    this.adder = new PageAdder({ folder, log, times, server, serverPages, browsers });
    this.browsers = browsers;
    this.times = times;
    this.server = server;
    this.serverPages = serverPages;
  }

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

  async stop(): Promise<void> {
    this.isStopped = true;
    this.channel?.close();
    this.adder.stop();
    await this.browsers.stop();
    await this.reportAwake().catch(() => undefined);
  }

  resumeWork(): void {
    this.browsers.resume();
    // The server names the pages with work again.
    this.connect();
  }

  status(): RunnerStatus {
    const { folder, serverUrl, atOnce } = this.options;
    const pages = folder.pages.map((page) => this.statusOf(page));
    pages.sort((a, b) => a.username.localeCompare(b.username));
    return {
      version: RUNNER_VERSION,
      server: serverUrl,
      code: this.code,
      isConnected: this.isConnected,
      isPaused: this.browsers.isPaused,
      atOnce,
      pages,
      ...this.adder.status(),
    };
  }

  add(how: { readonly many: number; readonly isConfirmed: boolean }): void {
    if (!this.options.folder.secret || this.code) throw new Error('Pair the runner first.');
    this.adder.begin(how);
  }

  answer(isYes: boolean): void {
    this.adder.answer(isYes);
  }

  async open(profile: unknown): Promise<{ readonly hasView: boolean }> {
    const page = this.pageOf(profile);
    await this.browsers.open(page);
    return { hasView: this.browsers.viewOf(page) !== null };
  }

  close(profile: unknown): Promise<void> {
    return this.browsers.close(this.pageOf(profile));
  }

  remove(profile: unknown): Promise<void> {
    return this.browsers.remove(this.pageOf(profile));
  }

  viewOf(profile: unknown): RemoteView {
    const view = this.adder.viewOf(String(profile)) ?? this.browsers.viewOf(String(profile));
    if (!view) throw new Error('This browser is not shown here.');
    return view;
  }

  /** Throws if this is not exactly the profile of a page, or its browser is in use by adding it. */
  private pageOf(profile: unknown): string {
    const page = this.options.folder.pages.find((one) => one.profile === profile);
    if (!page) throw new Error('This page is not on this runner.');
    if (this.adder.status().adding?.profile === profile) throw new Error('This page is being added. Answer first.');
    return page.profile;
  }

  private statusOf({ profile, creatorId, username }: KnownPage): PageStatus {
    const found = this.serverPages.ofAccount(creatorId);
    return {
      guid: found?.guid ?? null,
      profile,
      username: found?.username ?? username,
      state: found ? this.browsers.stateOf(profile) : 'unlinked',
      hasView: this.browsers.viewOf(profile) !== null,
      problem: found && found.health !== 'ok' ? DEVICE_PROBLEM_SENTENCES[found.health] : null,
    };
  }

  private async isPaired(): Promise<boolean> {
    const { folder, log, serverUrl } = this.options;
    if (folder.secret === null) {
      const { pairing_code: code, secret } = await this.server.createRunner(hostname(), RUNNER_VERSION);
      await folder.keepSecret(secret);
      this.code = code;
      log(`Open Runners in the account menu of ${serverUrl} and enter the code ${code}`);
    }
    const isPaired = await this.serverPages.read();
    // The code of a runner that was ended before it was entered is not known any more.
    if (!isPaired && this.code === null) await folder.keepSecret(null);
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
    await this.browsers.pause();
    this.browsers.resume();
    await this.options.folder.keepSecret(null);
  }

  private connect(): void {
    const { folder, serverUrl, log } = this.options;
    this.channel?.close();
    if (folder.secret === null || this.isStopped) return;
    this.channel = new LiveChannel({
      address: serverUrl + LIVE_RUNNER_PATH,
      hello: { secret: folder.secret },
      openSocket: (address) => new WebSocket(address) as unknown as LiveSocket,
      onMessage: (message) => {
        if (message.type === 'work') for (const guid of message.pages ?? []) this.want(guid);
      },
      onReady: () => {
        this.isConnected = true;
        this.lastAwake = '';
      },
      onLost: () => {
        this.isConnected = false;
      },
      onRefused: (code) => {
        if (code === LIVE_REFUSED) void this.forgetPairing();
        else
          log('Another runner uses this folder on another machine. This one does nothing until it is started again.');
      },
    });
  }

  /** Until the pairing is lost. */
  private async work(): Promise<void> {
    const { folder } = this.options;
    for (const { profile, wasAwake } of folder.pages) if (wasAwake) this.browsers.want(profile);
    for (let readMs = Date.now(); !this.isStopped && folder.secret !== null; ) {
      await sleep(this.times.lookEvery);
      for (const { profile, wakeAtMs } of folder.pages) {
        if (wakeAtMs !== null && wakeAtMs <= Date.now()) this.browsers.want(profile);
      }
      await this.reportAwake().catch(() => undefined);
      if (Date.now() - readMs < this.times.readPages) continue;
      readMs = Date.now();
      try {
        await this.serverPages.read();
      } catch (error) {
        if (error instanceof ServerRefusal && error.status === 401) throw error;
      }
    }
  }

  /** The server names a page; its profile is the one that is logged in to the account. */
  private want(guid: string): void {
    const account = this.serverPages.accountOf(guid);
    const known = this.options.folder.pages.find(({ creatorId }) => creatorId === account);
    if (known) this.browsers.want(known.profile);
  }

  private async reportAwake(): Promise<void> {
    const { folder } = this.options;
    const awake = new Set(this.browsers.awakeProfiles);
    const guids = folder.pages
      .filter(({ profile }) => awake.has(profile))
      .flatMap(({ creatorId }) => this.serverPages.ofAccount(creatorId)?.guid ?? []);
    const text = `${guids.sort().join()}!`;
    if (text === this.lastAwake || folder.secret === null) return;
    await this.server.setAwake(guids.slice(0, MAX_AWAKE_PAGES));
    this.lastAwake = text;
  }
}
