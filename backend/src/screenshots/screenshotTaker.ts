import type { Logger } from 'pino';
import type { Browser, BrowserContext } from 'playwright-core';
import type { Config } from '../config.ts';
import { capturePreview, ScreenshotError, VIEWPORT } from './capturePreview.ts';
import { findChromium } from './chromiumPath.ts';
import { createSharedBrowser } from './sharedBrowser.ts';

const PAGE_TIMEOUT_MS = 20_000;
/** Playwright's own timeout is PAGE_TIMEOUT_MS. A browser that has not reacted this long after it counts as frozen. */
const FROZEN_AFTER_MS = 5_000;

export interface ScreenshotTaker {
  /** Returns a WebP of the posting's preview. Throws a ScreenshotError, or the reason of `signal` when it aborts. */
  take(postingId: string, signal?: AbortSignal): Promise<Buffer>;
  /** Ends the browser within about two seconds. Screenshots in progress fail. */
  close(): Promise<void>;
}

interface ScreenshotTakerOptions {
  readonly config: Pick<Config, 'chromiumPath' | 'dataDir'>;
  readonly logger: Logger;
  /** The address at which this process reaches the web app. */
  readonly baseUrl: string;
  readonly timeoutMs?: number;
  /** Replaces the usual paths of a Chromium of the system. */
  readonly systemChromiums?: readonly string[];
}

/** Takes screenshots of /screenshot-view/{id} in one shared Chromium. Each has a new browser context. */
export function createScreenshotTaker(options: ScreenshotTakerOptions): ScreenshotTaker {
  const { config, logger, baseUrl, timeoutMs = PAGE_TIMEOUT_MS, systemChromiums } = options;
  const shared = createSharedBrowser(logger, () => findChromium(config, systemChromiums));
  return {
    close: shared.close,
    async take(postingId, signal = new AbortController().signal) {
      signal.throwIfAborted();
      const browser = await shared.get().catch((error) => {
        throw new ScreenshotError('Chromium could not be started', { cause: error });
      });
      signal.throwIfAborted();
      // AbortSignal.any is not used: its signal stays in memory as long as `signal`, which may live as long as the process.
      const watch = new AbortController();
      const giveUp = () => watch.abort();
      signal.addEventListener('abort', giveUp);
      const timer = setTimeout(giveUp, timeoutMs + FROZEN_AFTER_MS);
      const url = `${baseUrl}/screenshot-view/${encodeURIComponent(postingId)}`;
      try {
        return await Promise.race([
          inFreshContext(browser, watch.signal, (context) => capturePreview(context, url, timeoutMs)),
          // On abort the context is closed. If its page is being opened at that time, `capturePreview` may never end.
          new Promise<never>((_, reject) => {
            watch.signal.addEventListener('abort', () => reject(watch.signal.reason));
          }),
        ]);
      } catch (error) {
        signal.throwIfAborted();
        if (watch.signal.aborted) {
          await shared.discard();
          throw new ScreenshotError('the browser no longer answered', { cause: error });
        }
        if (error instanceof ScreenshotError) throw error;
        if (!browser.isConnected())
          throw new ScreenshotError('the browser stopped while it took the screenshot', { cause: error });
        if (error instanceof Error && error.name === 'TimeoutError') {
          throw new ScreenshotError(`the preview was not ready within ${timeoutMs / 1000} s`, { cause: error });
        }
        throw new ScreenshotError('the browser failed', { cause: error });
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
      }
    },
  };
}

/** A context has its own cookies, cache and storage. Its settings are fixed, so that a posting looks the same on every machine. */
async function inFreshContext<T>(
  browser: Browser,
  givenUp: AbortSignal,
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
  givenUp.addEventListener('abort', close);
  try {
    givenUp.throwIfAborted();
    return await work(context);
  } finally {
    await close();
  }
}
