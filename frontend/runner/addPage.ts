import { setTimeout as sleep } from 'node:timers/promises';
import type { RunnerPage } from '@flyerdeck/contracts';
import type { RunnerStatus } from './control.ts';
import type { Times } from './nextWake.ts';
import type { PageBrowsers } from './PageBrowsers.ts';
import type { PageBrowser } from './pageBrowser.ts';
import type { RemoteView } from './RemoteView.ts';
import type { RunnerFolder } from './runnerFolder.ts';
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

  /** The view of the browser with this profile, if a page is being added in it. */
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
    const linked = await addPage({
      ...this.parts,
      adding,
      launch: () => browsers.launch(adding.profile, true),
      isStopped: () => this.isStopped,
    });
    if (!linked) return false;
    for (const { creatorId, profile } of folder.pages) {
      // Its browser may run: then it would store the deleted page again when it ends.
      if (creatorId === linked.creator_id && profile !== adding.profile) await browsers.remove(profile);
    }
    await serverPages.read();
    log(`@${linked.username} was added.`);
    return true;
  }
}

export interface Adding {
  readonly profile: string;
  /** The account that the site shows; null before the login. */
  username: string | null;
  /** What must be confirmed before the page is linked. */
  question: string | null;
  /** Null until the browser has started, and for a window. */
  view: RemoteView | null;
  confirmed: boolean;
  cancelled: boolean;
}

interface AddPageParts {
  /** Changed while the page is added. */
  readonly adding: Adding;
  readonly folder: RunnerFolder;
  readonly server: ServerApi;
  readonly times: Times;
  launch(): Promise<PageBrowser>;
  isStopped(): boolean;
  log(line: string): void;
}

/**
 * Opens a browser, waits for the login, and links the page once it is confirmed. Null if the person has closed it or said no. Without
 * a page the profile is deleted.
 */
export async function addPage(parts: AddPageParts): Promise<RunnerPage | null> {
  const { adding, folder } = parts;
  let browser: PageBrowser | null = null;
  let linked: RunnerPage | null = null;
  try {
    browser = await parts.launch();
    await browser.showSite();
    adding.view = browser.view;
    linked = await linkOnceLoggedIn(parts, browser);
    if (linked) await settle(parts, browser);
    return linked;
  } finally {
    await browser?.close();
    if (!linked) await folder.deleteProfile(adding.profile);
  }
}

async function linkOnceLoggedIn(parts: AddPageParts, browser: PageBrowser): Promise<RunnerPage | null> {
  const { adding, folder, server, times, isStopped } = parts;
  // With many pages the person has confirmed all of them.
  const isConfirmed = adding.confirmed;
  let askedMs = 0;
  let replaces = isConfirmed;
  while (!browser.hasEnded && !adding.cancelled && !isStopped()) {
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
async function settle({ times }: AddPageParts, browser: PageBrowser): Promise<void> {
  const untilMs = Date.now() + times.noContact;
  while (!browser.hasEnded && Date.now() < untilMs) {
    const state = await browser.state();
    if (state?.device?.isLinked && !state.isWorking && !state.hasJob) return;
    await sleep(times.lookEvery);
  }
}
