import { setTimeout as sleep } from 'node:timers/promises';
import type { RunnerPage } from '@flyerdeck/contracts';
import type { Times } from './nextWake.ts';
import type { PageBrowser } from './pageBrowser.ts';
import type { RemoteView } from './RemoteView.ts';
import type { RunnerFolder } from './runnerFolder.ts';
import { type ServerApi, ServerRefusal } from './serverApi.ts';

/** The browser in which a person logs in to add a page. */
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
