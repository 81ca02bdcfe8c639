import { setTimeout as sleep } from 'node:timers/promises';
import type { RunnerPage } from '@flyerdeck/contracts';
import type { Times } from './nextWake.ts';
import type { PageBrowsers } from './PageBrowsers.ts';
import type { PageBrowser } from './pageBrowser.ts';
import type { RemoteView } from './RemoteView.ts';
import type { RunnerFolder } from './runnerFolder.ts';
import type { Adding, RunnerStatus } from './runnerStatus.ts';
import { type ServerApi, type ServerPages, ServerRefusal } from './serverApi.ts';

interface Parts {
  readonly folder: RunnerFolder;
  readonly server: ServerApi;
  readonly serverPages: ServerPages;
  readonly browsers: PageBrowsers;
  readonly times: Times;
  log(line: string): void;
}

export class PageAdder {
  private adding: Adding | null = null;
  private problem: string | null = null;
  private isStopped = false;

  constructor(private readonly parts: Parts) {}

  status(): Pick<RunnerStatus, 'adding' | 'addProblem'> {
    const adding = this.adding && {
      profile: this.adding.profile,
      username: this.adding.username,
      question: this.adding.question,
      hasView: this.adding.view !== null,
    };
    return { adding, addProblem: this.problem };
  }

  viewOf(profile: string): RemoteView | null {
    return this.adding?.profile === profile ? this.adding.view : null;
  }

  /**
   * Opens a browser for a person to log in, and links the page after `answer`, or without a question with `isConfirmed`. With `many`
   * it opens the next one as soon as one is done, until one is closed. `status` shows the step, and a failure. Throws if a page is
   * being added.
   */
  begin({ many, isConfirmed }: { readonly many: number; readonly isConfirmed: boolean }): void {
    if (this.adding) throw new Error('A page is being added already.');
    void this.addMany(many, isConfirmed);
  }

  answer(isYes: boolean): void {
    if (!this.adding) return;
    if (isYes) this.adding.confirmed = true;
    else this.adding.cancelled = true;
  }

  stop(): void {
    this.isStopped = true;
    this.answer(false);
  }

  private async addMany(many: number, isConfirmed: boolean): Promise<void> {
    this.problem = null;
    try {
      for (let added = 0; added < many && !this.isStopped; added++) {
        const profile = this.parts.folder.newProfile();
        this.adding = { profile, username: null, question: null, view: null, confirmed: isConfirmed, cancelled: false };
        if (!(await this.addOne(this.adding))) return;
      }
    } catch (error) {
      this.problem = (error as Error).message.split('\n')[0] ?? '';
      this.parts.log(`The page could not be added: ${this.problem}`);
    } finally {
      this.adding = null;
    }
  }

  /** True if the page was added. False if the person has closed the browser or said no. */
  private async addOne(adding: Adding): Promise<boolean> {
    const { folder, serverPages, browsers, log } = this.parts;
    const linked = await this.linked(adding);
    if (!linked) return false;
    for (const { creatorId, profile } of folder.pages) {
      // Its browser may run: then it would store the deleted page again when it ends.
      if (creatorId === linked.creator_id && profile !== adding.profile) await browsers.remove(profile);
    }
    await serverPages.read();
    log(`@${linked.username} was added.`);
    return true;
  }

  /** Null if the person has closed the browser or said no. Without a page the profile is deleted. */
  private async linked(adding: Adding): Promise<RunnerPage | null> {
    let browser: PageBrowser | null = null;
    let linked: RunnerPage | null = null;
    try {
      browser = await this.parts.browsers.launch(adding.profile, true);
      await browser.showSite();
      adding.view = browser.view;
      linked = await this.linkOnceLoggedIn(adding, browser);
      if (linked) await this.settle(browser);
      return linked;
    } finally {
      await browser?.close();
      if (!linked) await this.parts.folder.deleteProfile(adding.profile);
    }
  }

  private async linkOnceLoggedIn(adding: Adding, browser: PageBrowser): Promise<RunnerPage | null> {
    const { folder, server, times } = this.parts;
    // With many pages the person has confirmed all of them.
    const isConfirmed = adding.confirmed;
    let askedMs = 0;
    let replaces = isConfirmed;
    while (!browser.hasEnded && !adding.cancelled && !this.isStopped) {
      await sleep(times.lookEvery);
      const state = await browser.state();
      if (!state?.linkingToken || !state.device) {
        if (Date.now() - askedMs < times.askForToken) continue;
        askedMs = Date.now();
        await browser.askForToken();
        continue;
      }
      const { creatorId, username } = state.device;
      adding.username = username;
      adding.question =
        replaces && !isConfirmed
          ? `Another browser posts for @${username} now. This one takes its place?`
          : `Add @${username}?`;
      if (!adding.confirmed) continue;
      try {
        // Written first: the server may link the page and its answer be lost.
        await folder.keepPage({ profile: adding.profile, creatorId, username, wakeAtMs: null, wasAwake: false });
        return await server.addPage(state.linkingToken, replaces);
      } catch (error) {
        if (!(error instanceof ServerRefusal)) continue;
        if (error.code !== 'linking.would_replace') throw error;
        replaces = true;
        adding.confirmed = false;
      }
    }
    return null;
  }

  /** Waits until the extension knows that it is linked, and has done its first look at the site. */
  private async settle(browser: PageBrowser): Promise<void> {
    const { times } = this.parts;
    const untilMs = Date.now() + times.noContact;
    while (!browser.hasEnded && Date.now() < untilMs) {
      const state = await browser.state();
      if (state?.device?.isLinked && !state.isWorking && !state.hasJob) return;
      await sleep(times.lookEvery);
    }
  }
}
