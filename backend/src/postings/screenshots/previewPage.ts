import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { PREVIEW_TOKEN_HEADER } from '../../server/security/secrets.ts';

const VIEWPORT = { width: 1280, height: 900 };
/** At most a third of the size of PNG, with sharp text (decision 0013). */
const FORMAT = { format: 'webp', quality: 90 } as const;
/** A screenshot of a text with thousands of lines could not be opened. */
const MAX_HEIGHT_PX = 4_000;
const MAX_ATTEMPTS = 3;
const EMPTY_PREVIEW = '/screenshot-view';

/** The message is for the owner of the page; `cause` is for the log. */
export class ScreenshotError extends Error {
  override readonly name = 'ScreenshotError';
}

interface Marker {
  readonly ready: string | null;
  readonly postingId: string | null;
}

interface Shown extends Marker {
  readonly height: number;
  readonly alert: string;
}

/** As the browser's back button does. */
const goTo = (address: string) =>
  `history.replaceState(null, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'));`;

const READ_MARKER = `(({ pageReady = null, pagePostingId = null } = {}) =>
  ({ ready: pageReady, postingId: pagePostingId }))(document.body?.dataset)`;

/** Resolves when the preview is complete or failed, and is the preview of this posting. */
const whenMarked = (postingId: string | null) => `new Promise((resolve) => {
  const look = () => {
    const marker = ${READ_MARKER};
    if (marker.ready === null || marker.postingId !== ${JSON.stringify(postingId)}) return;
    observer.disconnect();
    const alert = document.querySelector('[role="alert"]')?.textContent.trim() ?? '';
    resolve({ ...marker, height: document.documentElement.scrollHeight, alert });
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  look();
})`;

/** First waits until the page has left the posting before. */
const show = (postingId: string) => `${whenMarked(null)}.then(() => {
  ${goTo(`${EMPTY_PREVIEW}/${encodeURIComponent(postingId)}`)}
  return ${whenMarked(postingId)};
})`;

/** Returns the marker before it leaves the posting. Nothing of the posting remains. */
const LEAVE = `(() => {
  const marker = ${READ_MARKER};
  localStorage.clear();
  sessionStorage.clear();
  ${goTo(EMPTY_PREVIEW)}
  return marker;
})()`;

const AFTER_NEXT_FRAME = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

interface PreviewPageOptions {
  readonly browser: Browser;
  readonly baseUrl: string;
}

/** Shows one posting after another without loading the app again. Has its own cookies, cache and storage. After an error it must be closed. */
export class PreviewPage {
  private opening: Promise<{ page: Page; cdp: CDPSession }> | null = null;
  private context: Promise<BrowserContext> | null = null;
  private closing: Promise<void> | null = null;
  captures = 0;

  constructor(private readonly options: PreviewPageOptions) {}

  isOpen(): boolean {
    return this.closing === null && this.options.browser.isConnected();
  }

  /** A WebP. Without a time limit; `close` ends it. */
  async capture(postingId: string, previewToken = ''): Promise<Buffer> {
    this.captures++;
    this.opening ??= this.open();
    const { page, cdp } = await this.opening;
    await page.setExtraHTTPHeaders({ [PREVIEW_TOKEN_HEADER]: previewToken });
    const { ready, height, alert } = await evaluate<Shown>(cdp, show(postingId));
    if (ready !== 'true') {
      throw new ScreenshotError(alert ? `the preview says "${alert}"` : 'the preview could not be shown');
    }
    // A long text can make the composer taller than the window. Then the screenshot is as tall as the page.
    const size = { width: VIEWPORT.width, height: Math.min(MAX_HEIGHT_PX, height) };
    const area =
      height > VIEWPORT.height ? { captureBeyondViewport: true, clip: { x: 0, y: 0, ...size, scale: 1 } } : {};
    const data = await captureScreenshot(cdp, { ...FORMAT, ...area });
    const after = await evaluate<Marker>(cdp, LEAVE);
    if (after.ready !== 'true' || after.postingId !== postingId) {
      throw new ScreenshotError('the preview changed while the screenshot was taken');
    }
    return Buffer.from(data, 'base64');
  }

  close(): Promise<void> {
    this.closing ??= Promise.resolve(this.context)
      .then((context) => context?.close())
      .catch(() => undefined);
    return this.closing;
  }

  private async open(): Promise<{ page: Page; cdp: CDPSession }> {
    const { browser, baseUrl } = this.options;
    // Fixed settings, so that a posting looks the same on every machine.
    this.context = browser.newContext({
      viewport: VIEWPORT,
      deviceScaleFactor: 1,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      timezoneId: 'UTC',
      locale: 'en-US',
      serviceWorkers: 'block',
      acceptDownloads: false,
    });
    const context = await this.context;
    const page = await context.newPage();
    page.once('crash', () => void this.close());
    const cdp = await context.newCDPSession(page);
    await page.goto(baseUrl + EMPTY_PREVIEW, { waitUntil: 'commit', timeout: 0 }).catch((error: Error) => {
      if (!error.message.includes('net::ERR_')) throw error;
      throw new ScreenshotError('the preview could not be opened', { cause: error });
    });
    return { page, cdp };
  }
}

/** On a busy machine Chromium now and then has no image of a page it shows. The next attempt has one. */
async function captureScreenshot(cdp: CDPSession, options: object, attempt = 1): Promise<string> {
  try {
    return (await cdp.send('Page.captureScreenshot', options)).data;
  } catch (error) {
    const isTemporary = error instanceof Error && error.message.includes('Unable to capture screenshot');
    if (!isTemporary || attempt === MAX_ATTEMPTS) throw error;
    await evaluate(cdp, AFTER_NEXT_FRAME);
    return captureScreenshot(cdp, options, attempt + 1);
  }
}

async function evaluate<Result>(cdp: CDPSession, expression: string): Promise<Result> {
  const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value as Result;
}
