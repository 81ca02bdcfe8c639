import { setTimeout as sleep } from 'node:timers/promises';
import { DEVICE_PROBLEM_SENTENCES } from '@flyerdeck/contracts/extension.values';
import type { ExtensionFiles } from './extensionFiles.ts';
import { needsPerson, nextWakeMs, type Times } from './nextWake.ts';
import { type ExtensionState, type LaunchOptions, PageBrowser } from './pageBrowser.ts';
import type { RemoteView } from './RemoteView.ts';
import type { KnownPage, RunnerFolder } from './runnerFolder.ts';
import type { PageStatus } from './runnerStatus.ts';
import type { ServerPages } from './serverApi.ts';
import { type TurnEnd, Turns, watchTurn } from './turns.ts';

interface Parts {
  readonly folder: RunnerFolder;
  readonly serverPages: ServerPages;
  readonly extension: ExtensionFiles;
  readonly atOnce: number;
  readonly browser: Pick<LaunchOptions, 'executablePath' | 'isHeadless' | 'args'>;
  readonly times: Times;
  log(line: string): void;
}

/** Starts the browsers of pages: in turn while they have work, and for a person. */
export class PageBrowsers {
  private turns: Turns;
  private readonly awake = new Map<string, PageBrowser>();
  private readonly opened = new Set<string>();
  private readonly starting = new Set<string>();
  private readonly removing = new Set<string>();
  /** Pages whose browser closes, and whether they got work since then. */
  private readonly closing = new Map<string, boolean>();
  private readonly failures = new Map<string, number>();
  private isHeld = false;
  private stoppedMs: number | null = null;

  constructor(private readonly parts: Parts) {
    this.turns = this.newTurns();
  }

  get isPaused(): boolean {
    return this.isHeld;
  }

  get awakeProfiles(): readonly string[] {
    return [...this.awake.keys()];
  }

  stateOf(profile: string): PageStatus['state'] {
    if (this.opened.has(profile)) return 'open';
    if (this.awake.has(profile)) return 'awake';
    return this.turns.isWaiting(profile) ? 'waiting' : 'asleep';
  }

  /** The page gets a turn. A browser that runs looks for all its work itself, one that closes does not. */
  want(profile: string): void {
    if (this.closing.has(profile)) this.closing.set(profile, true);
    else if (this.removing.has(profile)) return;
    else if (!this.isHeld && !this.opened.has(profile) && !this.awake.has(profile)) this.turns.want(profile);
  }

  async pause(): Promise<void> {
    this.isHeld = true;
    await this.turns.stop();
    this.turns = this.newTurns();
  }

  resume(): void {
    this.isHeld = false;
  }

  /** Closes all browsers when they have nothing in hand, at the latest after `times.stop`. */
  async stop(): Promise<void> {
    this.stoppedMs = Date.now();
    await this.turns.stop();
    await Promise.all([...this.awake.values()].map((browser) => browser.close()));
  }

  /** Shows the browser of a page to a person: in its view, or in a window on this screen. */
  async open(profile: string): Promise<void> {
    const page = this.knownPage(profile);
    if (this.opened.has(profile)) return;
    this.turns.forget(profile);
    this.opened.add(profile);
    // A turn that runs ends when it has nothing in hand.
    await this.untilClosed(profile);
    if (!this.opened.has(profile)) throw new Error('The page was closed meanwhile.');
    try {
      const browser = await this.start(page, true);
      await browser.showSite();
      void this.keepOpen(page, browser);
    } catch (error) {
      this.opened.delete(profile);
      throw error;
    }
  }

  /** The view of a browser that a person has opened; null for a window on this screen. */
  viewOf(profile: string): RemoteView | null {
    return this.opened.has(profile) ? (this.awake.get(profile)?.view ?? null) : null;
  }

  /** Closes a browser that a person has opened. Throws if the page is not on this runner. */
  async close(profile: string): Promise<void> {
    this.knownPage(profile);
    this.opened.delete(profile);
    await this.untilClosed(profile);
  }

  /** Deletes the profile of a page with its login. The page is unlinked in the product. Throws if it is not on this runner. */
  async remove(profile: string): Promise<void> {
    this.knownPage(profile);
    this.removing.add(profile);
    try {
      this.turns.forget(profile);
      this.opened.delete(profile);
      await this.untilClosed(profile);
      await this.parts.folder.deleteProfile(profile);
    } finally {
      this.removing.delete(profile);
    }
  }

  async launch(profile: string, isShown: boolean): Promise<PageBrowser> {
    const { folder, browser, extension } = this.parts;
    return PageBrowser.launch({
      ...browser,
      profilePath: await folder.profilePath(profile),
      extensionPath: await extension.newest(),
      isRemote: isShown && browser.isHeadless,
    });
  }

  /** Until the browser of the page is closed, and its state is stored. */
  private async untilClosed(profile: string): Promise<void> {
    while (this.starting.has(profile) || this.awake.has(profile) || this.turns.isRunning(profile))
      await sleep(this.parts.times.lookEvery);
  }

  private knownPage(profile: string): KnownPage {
    const page = this.parts.folder.pages.find((one) => one.profile === profile);
    if (!page || this.removing.has(profile)) throw new Error('This page is not on this runner.');
    return page;
  }

  private newTurns(): Turns {
    return new Turns(this.parts.atOnce, (profile) => this.takeTurn(profile));
  }

  private async start(page: KnownPage, isShown: boolean): Promise<PageBrowser> {
    this.starting.add(page.profile);
    try {
      // Written first: a runner that is killed from here on looks after the page when it is started again.
      await this.parts.folder.keepPage({ ...page, wasAwake: true, wakeAtMs: null });
      const browser = await this.launch(page.profile, isShown);
      this.awake.set(page.profile, browser);
      return browser;
    } finally {
      this.starting.delete(page.profile);
    }
  }

  private async takeTurn(profile: string): Promise<TurnEnd> {
    const { log, times } = this.parts;
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
      times,
      mustEnd: () => this.stoppedMs !== null || this.isHeld || this.opened.has(profile) || this.removing.has(profile),
      mayFinish: () => this.stoppedMs === null || Date.now() - this.stoppedMs < times.stop,
      others: () => this.turns.others,
    });
    const hasCrashed = browser.hasEnded;
    if (hasCrashed) log(`@${page.username}: the browser ended unexpectedly. It is started again.`);
    const isWanted = await this.end(page, browser, last, hasCrashed);
    if (this.opened.has(profile)) return 'done';
    return isWanted ? 'again' : end;
  }

  /** Closes a browser and stores when it is started again. True if its page got work meanwhile. */
  private async end(
    page: KnownPage,
    browser: PageBrowser,
    last: ExtensionState | null,
    hasCrashed: boolean,
  ): Promise<boolean> {
    this.closing.set(page.profile, false);
    await browser.close();
    await this.parts.serverPages.read().catch(() => undefined);
    await this.sleepAgain(page, last, hasCrashed);
    const isWanted = this.closing.get(page.profile) ?? false;
    this.closing.delete(page.profile);
    this.awake.delete(page.profile);
    return isWanted;
  }

  private async keepOpen(page: KnownPage, browser: PageBrowser): Promise<void> {
    const { times } = this.parts;
    const untilMs = Date.now() + times.opened;
    const mayStay = () => this.stoppedMs === null && this.opened.has(page.profile) && Date.now() < untilMs;
    while (!browser.hasEnded && mayStay()) await sleep(times.lookEvery);
    const isWanted = await this.end(page, browser, await browser.state(), false);
    this.opened.delete(page.profile);
    if (isWanted) this.want(page.profile);
  }

  /** Stores when the browser should look by itself. A person must end some problems; others are looked at ever more rarely. */
  private async sleepAgain(page: KnownPage, state: ExtensionState | null, hasFailed: boolean): Promise<void> {
    const { folder, serverPages, times, log } = this.parts;
    const health = serverPages.ofAccount(page.creatorId)?.health ?? 'ok';
    const failures = hasFailed || health !== 'ok' ? (this.failures.get(page.profile) ?? 0) + 1 : 0;
    this.failures.set(page.profile, failures);
    if (needsPerson(health) && failures === 1)
      log(`@${page.username} needs you: ${DEVICE_PROBLEM_SENTENCES[health as 'logged_out']} Open it to log in.`);
    const nextLookMs = state?.nextLookMs ?? null;
    const wakeAtMs = nextWakeMs({ health, failures, hasFailed, nextLookMs, nowMs: Date.now(), times });
    // The folder knows it all the same until the runner ends. The page must get further turns.
    await folder
      .keepPage({ ...page, wasAwake: false, wakeAtMs })
      .catch((error: Error) => log(`@${page.username}: its state could not be stored: ${error.message}`));
  }
}
