import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { Browser, BrowserContext } from 'playwright-core';
import type { Config } from '../config.ts';
import { capturePreview, VIEWPORT } from './capturePreview.ts';
import { findChromium } from './chromiumPath.ts';
import { ScreenshotError } from './screenshotError.ts';
import { createSharedBrowser } from './sharedBrowser.ts';

const CONCURRENT_SCREENSHOTS = 2;
const PAGE_TIMEOUT_MS = 20_000;
/** Playwright would have given up by the page's own timeout: after this the browser no longer answers. */
const FROZEN_AFTER_MS = 5_000;

export interface ScreenshotTaker {
  /** The posting's preview as WebP. Throws a ScreenshotError, or the reason of `signal`, which aborts it. */
  take(postingId: string, signal?: AbortSignal): Promise<Buffer>;
  /** Ends the browser within about two seconds; screenshots in progress fail. */
  close(): Promise<void>;
}

interface ScreenshotTakerOptions {
  readonly config: Pick<Config, 'chromiumPath' | 'dataDir'>;
  readonly logger: Logger;
  /** The address of the web app for this process. */
  readonly baseUrl: string;
  readonly timeoutMs?: number;
  /** Replaces the usual places where a system keeps its Chromium. */
  readonly systemChromiums?: readonly string[];
}

/** Takes screenshots of /screenshot-view/{id} in one shared Chromium, two at a time, each in a fresh context. */
export function createScreenshotTaker(options: ScreenshotTakerOptions): ScreenshotTaker {
  const { config, logger, baseUrl, timeoutMs = PAGE_TIMEOUT_MS, systemChromiums } = options;
  const shared = createSharedBrowser(logger, () => findChromium(config, systemChromiums));
  const limit = pLimit(CONCURRENT_SCREENSHOTS);

  const takeNow = async (postingId: string, signal: AbortSignal | undefined): Promise<Buffer> => {
    const browser = await shared.get().catch((error) => {
      throw new ScreenshotError('Chromium could not be started', { cause: error });
    });
    signal?.throwIfAborted();
    const watch = new AbortController();
    let isFrozen = false;
    const endFrozenBrowser = async (): Promise<never> => {
      await sleep(timeoutMs + FROZEN_AFTER_MS, undefined, { signal: watch.signal });
      isFrozen = true;
      await shared.discard();
      throw new ScreenshotError('the browser no longer answered');
    };
    // Not left to the context, which is closed then: closed while its page is being opened, it may never report that.
    const givenUp = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { signal: watch.signal });
    });
    const url = `${baseUrl}/screenshot-view/${encodeURIComponent(postingId)}`;
    try {
      return await Promise.race([
        inFreshContext(browser, signal, (context) => capturePreview(context, url, timeoutMs)),
        endFrozenBrowser(),
        givenUp,
      ]);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ScreenshotError) throw error;
      if (isFrozen) throw new ScreenshotError('the browser no longer answered', { cause: error });
      if (!browser.isConnected())
        throw new ScreenshotError('the browser stopped while it took the screenshot', { cause: error });
      if (error instanceof Error && error.name === 'TimeoutError') {
        throw new ScreenshotError(`the preview was not ready within ${timeoutMs / 1000} s`, { cause: error });
      }
      throw new ScreenshotError('the browser failed', { cause: error });
    } finally {
      watch.abort();
    }
  };

  return {
    take: (postingId, signal) =>
      limit(() => {
        signal?.throwIfAborted();
        return takeNow(postingId, signal);
      }),
    close: () => shared.close(),
  };
}

/** Each context has its own cookies, cache and storage, and fixed settings, so that a posting looks the same on every machine. */
async function inFreshContext<T>(
  browser: Browser,
  signal: AbortSignal | undefined,
  work: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    deviceScaleFactor: 1,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    locale: 'en-US',
    serviceWorkers: 'block',
    acceptDownloads: false,
  });
  const close = () => context.close().catch(() => undefined);
  signal?.addEventListener('abort', close);
  try {
    signal?.throwIfAborted();
    return await work(context);
  } finally {
    signal?.removeEventListener('abort', close);
    await close();
  }
}
