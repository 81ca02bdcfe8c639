import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SitePack } from '@flyerdeck/contracts';
import { EXTENSION_ID } from '@flyerdeck/contracts/extension.values';
import { type BrowserContext, type CDPSession, chromium, expect, type Page, type Worker } from '@playwright/test';
import { type ManifestTargets, manifestFor } from '../extension/manifest.ts';
import config, { LIMIT_MS } from '../playwright.config.ts';
import {
  buildExtension,
  type ExtensionFiles,
  type ExtensionWaits,
  writeExtension,
} from '../scripts/buildExtension.mjs';

/** Another time zone than the server's, as is usual in practice. */
export const TIME_ZONE = 'Europe/Riga';
/** `siteSeconds` and `answerSeconds` are far longer than the site needs, also on a busy machine. */
export const TEST_WAITS: ExtensionWaits = { alarmSeconds: 4, siteSeconds: 20, answerSeconds: 20 };
const WORKER_URL = `chrome-extension://${EXTENSION_ID}/background.js`;

/** A Chromium with the extension. Its profile is kept when the browser is restarted. */
export class ExtensionBrowser {
  private constructor(
    private readonly folder: string,
    private current: BrowserContext,
  ) {}

  /** `pack` is the one that the extension uses. Whoever links the page publishes it, too (publishedPacks.ts). */
  static async open({
    siteOrigin,
    productUrl,
    pack,
    waits = TEST_WAITS,
  }: ManifestTargets & { waits?: ExtensionWaits; pack?: SitePack | null }): Promise<ExtensionBrowser> {
    const folder = await mkdtemp(path.join(tmpdir(), 'flyerdeck-extension-'));
    const manifest = JSON.stringify(manifestFor({ siteOrigin, productUrl }));
    const files = { ...(await builtWith(waits)), 'manifest.json': new TextEncoder().encode(manifest) };
    await writeExtension(files, path.join(folder, 'extension'));
    const browser = new ExtensionBrowser(folder, await launch(folder));
    if (pack) await browser.usePack(pack);
    return browser;
  }

  /** As if the extension had fetched it. */
  async usePack(pack: SitePack): Promise<void> {
    const set = (items: object) =>
      (
        globalThis as unknown as { chrome: { storage: { local: { set(items: object): Promise<void> } } } }
      ).chrome.storage.local.set(items);
    await (await this.worker()).evaluate(set, { sitePack: { pack } });
  }

  get context(): BrowserContext {
    return this.current;
  }

  newPage(): Promise<Page> {
    return this.current.newPage();
  }

  async openPopup(): Promise<Page> {
    const popup = await this.newPage();
    await popup.setViewportSize({ width: 320, height: 560 });
    await popup.goto(`chrome-extension://${EXTENSION_ID}/popup.html`);
    return popup;
  }

  async worker(): Promise<Worker> {
    return this.runningWorker() ?? this.current.waitForEvent('serviceworker', isOurs);
  }

  /** The tab that the extension opened; empty when there is none. */
  workTabs(): Page[] {
    return this.current.pages().filter((tab) => tab.url().endsWith('#flyerdeck'));
  }

  /** Resolves when no poll is running. The next poll sees the current state of the site and the product. */
  async untilIdle(): Promise<void> {
    const isBusy = () =>
      this.runningWorker()
        ?.evaluate(async () => ((await navigator.locks.query()).held ?? []).length > 0)
        // A worker that was killed meanwhile. The next one is asked.
        .catch(() => true) ?? false;
    await expect.poll(isBusy, { intervals: [50] }).toBe(false);
  }

  /** Stops the worker as Chrome does, without notice. An event starts it again. */
  async killWorker(): Promise<void> {
    const session = await this.browserSession();
    const { targetInfos } = await session.send('Target.getTargets');
    const target = targetInfos.find(({ type, url }) => type === 'service_worker' && url === WORKER_URL);
    if (!target) throw new Error('The worker is not running.');
    await session.send('Target.closeTarget', { targetId: target.targetId });
    await session.detach();
  }

  /** Kills the browser and starts it again with its profile. */
  async killAndReopen(): Promise<void> {
    const cookies = await this.current.cookies();
    const closed = this.current.waitForEvent('close');
    process.kill(await this.processId(), 'SIGKILL');
    await closed;
    this.current = await launch(this.folder);
    // Chrome writes cookies to disk every 30 s, so a recent login may be lost.
    await this.current.addCookies(cookies);
  }

  async close(): Promise<void> {
    await this.current.close();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private runningWorker(): Worker | undefined {
    return this.current.serviceWorkers().find(isOurs);
  }

  private async browserSession(): Promise<CDPSession> {
    return this.current.newCDPSession(this.current.pages()[0] ?? (await this.newPage()));
  }

  private async processId(): Promise<number> {
    for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
      // Child processes of the browser have a --type.
      if (command.includes(`--user-data-dir=${profileIn(this.folder)}`) && !command.includes('--type='))
        return Number(id);
    }
    throw new Error('The browser is not running.');
  }
}

const builds = new Map<string, Promise<ExtensionFiles>>();

/** The addresses are in the manifest only, so the other files are built once. */
function builtWith(waits: ExtensionWaits): Promise<ExtensionFiles> {
  const key = JSON.stringify(waits);
  const files = builds.get(key) ?? buildExtension({ waits });
  builds.set(key, files);
  return files;
}

const isOurs = (worker: Worker) => worker.url() === WORKER_URL;
const profileIn = (folder: string) => path.join(folder, 'profile');

async function launch(folder: string): Promise<BrowserContext> {
  const { launchOptions } = config.use ?? {};
  const extension = path.join(folder, 'extension');
  const context = await chromium.launchPersistentContext(profileIn(folder), {
    ...launchOptions,
    executablePath: process.env.EXTENSION_CHROMIUM_PATH ?? launchOptions?.executablePath,
    headless: true,
    args: [
      ...(launchOptions?.args ?? []),
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
      // Creating the page for suggestions of the address bar would delay each start by more than a second.
      '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
    ],
    env: { ...launchOptions?.env, TZ: TIME_ZONE },
  });
  if (context.serviceWorkers().some(isOurs)) return context;
  try {
    await context.waitForEvent('serviceworker', { predicate: isOurs, timeout: LIMIT_MS });
    return context;
  } catch {
    await context.close();
    throw new Error(
      'This Chromium loads no extensions: `npm run with-tools -- playwright test -c frontend` finds or installs one that does.',
    );
  }
}
