import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { Problems } from '../../jobs/problems.ts';
import { findChromium } from './chromiumPath.ts';
import { PreviewPage, ScreenshotError } from './previewPage.ts';
import { createSharedBrowser } from './sharedBrowser.ts';

const PART = 'taking screenshots';
/** The preview of one posting may be broken; with so many in a row it is the worker. */
const MANY = 3;

/** Only while the screenshots of different postings fail one after the other. */
export function watchTaker(taker: Pick<ScreenshotTaker, 'take'>, problems: Problems): Pick<ScreenshotTaker, 'take'> {
  const failed = new Set<string>();
  return {
    async take(postingId, signal, previewToken) {
      try {
        const bytes = await taker.take(postingId, signal, previewToken);
        failed.clear();
        problems.worked(PART);
        return bytes;
      } catch (error) {
        if (failed.size < MANY && !signal?.aborted) failed.add(postingId);
        if (failed.size >= MANY) problems.failed(PART, error);
        throw error;
      }
    },
  };
}

const PAGE_TIMEOUT_MS = 20_000;
/** A browser that has not closed a page this long after the timeout counts as frozen. */
const FROZEN_AFTER_MS = 5_000;
const MAX_CAPTURES = 200;

export interface ScreenshotTaker {
  /** A WebP. Throws a ScreenshotError, or the reason of `signal` when it aborts. */
  take(postingId: string, signal?: AbortSignal, previewToken?: string): Promise<Buffer>;
  /** Within about two seconds. Screenshots in progress fail. */
  close(): Promise<void>;
}

interface ScreenshotTakerOptions {
  readonly config: Pick<Config, 'chromiumPath' | 'dataDir'>;
  readonly logger: Logger;
  readonly baseUrl: string;
  readonly timeoutMs?: number;
  /** Instead of the usual paths. */
  readonly systemChromiums?: readonly string[];
  /** A page is then replaced, so that its memory does not grow. */
  readonly maxCaptures?: number;
  readonly problems?: Problems;
}

/** Of /screenshot-view/{id}, in one shared Chromium. A page is replaced after 200 screenshots and after any error. */
export function createScreenshotTaker(options: ScreenshotTakerOptions): ScreenshotTaker {
  const { config, logger, baseUrl, systemChromiums } = options;
  const { timeoutMs = PAGE_TIMEOUT_MS, maxCaptures = MAX_CAPTURES, problems } = options;
  const shared = createSharedBrowser(logger, baseUrl, () => findChromium(config, systemChromiums));
  let idle: PreviewPage[] = [];
  return {
    close: shared.close,
    async take(postingId, signal = new AbortController().signal, previewToken) {
      signal.throwIfAborted();
      const browser = await shared.get().catch((error) => {
        problems?.failed('starting Chromium', error);
        throw new ScreenshotError('Chromium could not be started', { cause: error });
      });
      problems?.worked('starting Chromium');
      signal.throwIfAborted();
      // The pages of a browser that ended are closed.
      idle = idle.filter((page) => page.isOpen());
      const page = idle.pop() ?? new PreviewPage({ browser, baseUrl });
      try {
        const bytes = await withLimits(page.capture(postingId, previewToken), timeoutMs, signal);
        if (page.captures < maxCaptures) idle.push(page);
        else void page.close();
        return bytes;
      } catch (error) {
        const closing = page.close().then(() => true);
        signal.throwIfAborted();
        if (!(await Promise.race([closing, sleep(FROZEN_AFTER_MS, false, { ref: false })]))) {
          await shared.discard();
          throw new ScreenshotError('the browser no longer answered', { cause: error });
        }
        if (error instanceof ScreenshotError) throw error;
        throw new ScreenshotError(
          browser.isConnected() ? 'the browser failed' : 'the browser stopped while it took the screenshot',
          { cause: error },
        );
      }
    },
  };
}

/** AbortSignal.any would stay in memory as long as `signal`. */
async function withLimits<T>(work: Promise<T>, timeoutMs: number, signal: AbortSignal): Promise<T> {
  const finished = new AbortController();
  const timeout = sleep(timeoutMs, undefined, { signal: finished.signal }).then(() => {
    throw new ScreenshotError(`the preview was not ready within ${timeoutMs / 1000} s`);
  });
  const aborted = once(signal, 'abort', { signal: finished.signal }).then(() => {
    throw signal.reason;
  });
  try {
    return await Promise.race([work, timeout, aborted]);
  } finally {
    finished.abort();
  }
}
