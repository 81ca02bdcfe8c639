import { readFile, readlink, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXTENSION_ID, EXTENSION_NAME, TRUSTED_CLICK } from '@flyerdeck/contracts/extension.values';
import { type BrowserContext, type CDPSession, chromium, type Page, type Worker } from 'playwright-core';
import { RemoteView } from './RemoteView.ts';

/** A click may open a dialog for files, within the time in which the browser allows it, and nobody would close that. */
const FILE_DIALOG_MS = 5_000;

/**
 * Lets the extension's content scripts click as with a mouse, each in its own tab. The function for it exists in their world only: the
 * page's scripts, also those of its frames, have worlds without a name.
 */
function giveTrustedInput(context: BrowserContext): void {
  const give = (page: Page) => giveTo(page).catch(() => undefined);
  context.on('page', (page) => void give(page));
  for (const page of context.pages()) void give(page);
}

async function giveTo(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // One click after the other: the mouse is in one place only.
  let clicks = Promise.resolve();
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name === TRUSTED_CLICK) clicks = clicks.then(() => click(session, payload)).catch(() => undefined);
  });
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: TRUSTED_CLICK, executionContextName: EXTENSION_NAME });
}

/** Not after the time that the request names. */
async function click(session: CDPSession, request: string): Promise<void> {
  const { x, y, beforeMs } = JSON.parse(request) as Record<'x' | 'y' | 'beforeMs', number>;
  const noFileDialog = (enabled: boolean) => session.send('Page.setInterceptFileChooserDialog', { enabled });
  await noFileDialog(true);
  setTimeout(() => void noFileDialog(false).catch(() => undefined), FILE_DIALOG_MS).unref();
  await session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
  if (!(Date.now() < beforeMs)) return;
  const button = { x, y, button: 'left', clickCount: 1 } as const;
  await session.send('Input.dispatchMouseEvent', { ...button, type: 'mousePressed' });
  await session.send('Input.dispatchMouseEvent', { ...button, type: 'mouseReleased' });
}

const WORKER_URL = `chrome-extension://${EXTENSION_ID}/background.js`;
const START_TIMEOUT_MS = 60_000;
const CLOSE_TIMEOUT_MS = 15_000;
const ANSWER_TIMEOUT_MS = 10_000;
const MAX_POPUPS = 8;

export interface LaunchOptions {
  readonly profilePath: string;
  readonly extensionPath: string;
  readonly executablePath: string;
  /** Without a screen. The browser draws all the same. */
  readonly isHeadless: boolean;
  /** Further arguments, for example --no-sandbox in a container. */
  readonly args: readonly string[];
  /** A person looks at it in the view of the runner's own page. */
  readonly isRemote: boolean;
}

/** What the extension has stored, as far as the runner reads it. Never its secret. */
export interface ExtensionState {
  /** The work lock is held: it polls, posts or reads the feed. */
  readonly isWorking: boolean;
  readonly hasJob: boolean;
  readonly device: { readonly creatorId: string; readonly username: string; readonly isLinked: boolean } | null;
  readonly linkingToken: string | null;
  readonly lastContactMs: number | null;
  /** When it wants to look at the site again: its probe or its feed. */
  readonly nextLookMs: number | null;
}

/** Runs in the extension's worker. */
const READ_STATE = `(async () => {
  const { device, job, status, feedCheck, sitePack } = await chrome.storage.local.get(['device', 'job', 'status', 'feedCheck', 'sitePack']);
  const held = (await navigator.locks.query()).held ?? [];
  const looks = [feedCheck?.dueAtMs, sitePack?.nextProbeMs].filter((at) => typeof at === 'number' && at > 0);
  return {
    isWorking: held.length > 0,
    hasJob: job !== undefined,
    device: device ? { creatorId: device.page.creatorId, username: device.page.username, isLinked: device.isLinked } : null,
    linkingToken: device && !device.isLinked && Date.parse(device.tokenExpiresAt) > Date.now() ? device.linkingToken : null,
    lastContactMs: status?.lastContactAt ? Date.parse(status.lastContactAt) : null,
    nextLookMs: looks.length > 0 ? Math.min(...looks) : null,
  };
})()`;

/**
 * Opens the popup behind the shown tab: it asks for a linking token when the site shows an account. It looks once, and may need long for
 * a site that it does not know yet, so another one is opened each time, and the oldest is closed.
 */
const ASK_FOR_TOKEN = `(async () => {
  const url = chrome.runtime.getURL('popup.html');
  // The extension may not look for tabs by their address.
  const popups = await chrome.runtime.getContexts({ contextTypes: ['TAB'], documentUrls: [url] });
  if (popups.length >= ${MAX_POPUPS}) await chrome.tabs.remove(Math.min(...popups.map(({ tabId }) => tabId)));
  await chrome.tabs.create({ url, active: false });
})()`;

const SITE = `chrome.runtime.getManifest().host_permissions[1].replace('/*', '')`;
const SHOW_SITE = `(async () => {
  const site = ${SITE};
  const [tab] = await chrome.tabs.query({ url: site + '/*' });
  if (tab) await chrome.tabs.update(tab.id, { active: true });
  else await chrome.tabs.create({ url: site });
})()`;

export class PageBrowser {
  private ended = false;

  private constructor(
    private readonly context: BrowserContext,
    private readonly profilePath: string,
    /** Null if nobody looks at it, or in its own window. */
    readonly view: RemoteView | null,
  ) {
    context.once('close', () => {
      this.ended = true;
    });
  }

  /** Throws if it does not start, or loads no extension. */
  static async launch(options: LaunchOptions): Promise<PageBrowser> {
    await endLeftover(options.profilePath);
    const context = await chromium.launchPersistentContext(options.profilePath, {
      executablePath: options.executablePath,
      headless: options.isHeadless,
      timeout: START_TIMEOUT_MS,
      viewport: null,
      // The runner closes browsers itself when it is stopped, so that their cookies reach the disk.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      args: [
        `--disable-extensions-except=${options.extensionPath}`,
        `--load-extension=${options.extensionPath}`,
        '--no-first-run',
        ...options.args,
      ],
    });
    giveTrustedInput(context);
    const browser = new PageBrowser(context, options.profilePath, options.isRemote ? new RemoteView(context) : null);
    try {
      if (!browser.worker())
        await context.waitForEvent('serviceworker', { predicate: isOurs, timeout: START_TIMEOUT_MS });
      return browser;
    } catch {
      await browser.close();
      throw new Error('This browser loads no extensions. Google Chrome does not from the command line: use Chromium.');
    }
  }

  get hasEnded(): boolean {
    return this.ended;
  }

  /** Null while the extension's worker does not run or the browser has ended. */
  state(): Promise<ExtensionState | null> {
    return this.ask(READ_STATE);
  }

  async askForToken(): Promise<void> {
    await this.ask(ASK_FOR_TOKEN);
  }

  async showSite(): Promise<void> {
    await this.ask(SHOW_SITE);
  }

  /** Closes it as a person does, so that cookies reach the disk. A browser that does not end in time is killed. */
  async close(): Promise<void> {
    const closing = this.context.close().catch(() => undefined);
    const timeout = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), CLOSE_TIMEOUT_MS).unref());
    if ((await Promise.race([closing, timeout])) === 'late') await endLeftover(this.profilePath, 'SIGKILL');
  }

  /** Runs it in the extension's worker. Null while that does not run, is slow, or ends. */
  private async ask<Answer>(script: string): Promise<Answer | null> {
    const asking = this.worker()
      ?.evaluate<Answer>(script)
      .catch(() => null);
    const timeout = sleep(ANSWER_TIMEOUT_MS, null, { ref: false });
    return (await Promise.race([asking, timeout])) ?? null;
  }

  private worker(): Worker | undefined {
    return this.context.serviceWorkers().find(isOurs);
  }
}

const isOurs = (worker: Worker) => worker.url() === WORKER_URL;

/**
 * Ends a browser that outlived a runner that was killed, because it would keep the profile. Elsewhere than on Linux the next start
 * fails until it has ended.
 */
async function endLeftover(profilePath: string, first: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  const lockPath = path.join(profilePath, 'SingletonLock');
  const lock = await readlink(lockPath).catch(() => null);
  const pid = Number(lock?.split('-').at(-1));
  const isOurs = async () =>
    (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes(`--user-data-dir=${profilePath}`);
  for (let tries = 0; pid > 0 && (await isOurs()); tries++) {
    try {
      // Once: a second one would end it before its cookies reach the disk.
      if (tries === 0) process.kill(pid, first);
      else if (tries >= 40) process.kill(pid, 'SIGKILL');
    } catch {
      break;
    }
    await sleep(200);
  }
  // After a power cut the folder may have been moved: Chromium refuses a profile that another machine has locked.
  if (lock && !lock.startsWith(`${hostname()}-`)) await rm(lockPath, { force: true });
}
