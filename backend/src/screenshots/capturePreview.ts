import type { BrowserContext, Page, Route } from 'playwright-core';
import { fetchRemoteImage } from './remoteImage.ts';

export const VIEWPORT = { width: 1280, height: 900 };
/** A third of PNG's bytes or less, and text stays crisp (decision 0013). */
const FORMAT = { type: 'webp', quality: 90 } as const;
/** A text of thousands of lines would make a screenshot that cannot be opened. */
const MAX_HEIGHT_PX = 4_000;

/** Why there is no screenshot, in words for the owner; the technical reason is the cause, for the log. */
export class ScreenshotError extends Error {
  override readonly name = 'ScreenshotError';
}

/**
 * Opens a preview and takes its screenshot once it is marked as ready: `body[data-page-ready]`, which is `error` when the
 * preview failed. Throws a ScreenshotError, or Playwright's TimeoutError after `timeoutMs`.
 */
export async function capturePreview(context: BrowserContext, url: string, timeoutMs: number): Promise<Buffer> {
  const deadline = Date.now() + timeoutMs;
  const timeLeft = () => ({ timeout: Math.max(1, deadline - Date.now()) });
  const { origin } = new URL(url);
  await context.route(({ origin: other, protocol }) => other !== origin && protocol.startsWith('http'), fetchForPage);
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'commit', ...timeLeft() }).catch((error: Error) => {
    if (!error.message.includes('net::ERR_')) throw error;
    throw new ScreenshotError('the preview could not be opened', { cause: error });
  });
  const markedBody = page.locator('body[data-page-ready]');
  await markedBody.waitFor({ state: 'attached', ...timeLeft() });
  const marker = await markedBody.getAttribute('data-page-ready', timeLeft());
  if (marker !== 'true') throw new ScreenshotError(await whatThePageSays(page));

  const height = Math.min(MAX_HEIGHT_PX, await page.evaluate('document.documentElement.scrollHeight'));
  // The whole composer, also when a long text makes it taller than the window.
  const area = height > VIEWPORT.height ? { fullPage: true, clip: { x: 0, y: 0, width: VIEWPORT.width, height } } : {};
  return page.screenshot({ ...FORMAT, animations: 'disabled', ...area, ...timeLeft() });
}

/**
 * Only avatars may come from other sites. The server fetches them itself: a host that does not answer must not delay the
 * screenshot, and the browser must not be sent to addresses inside our network.
 */
async function fetchForPage(route: Route): Promise<void> {
  try {
    if (route.request().resourceType() !== 'image') throw new Error('only pictures may come from elsewhere');
    const { contentType, bytes } = await fetchRemoteImage(route.request().url());
    await route.fulfill({ contentType, body: bytes });
  } catch {
    // The preview then shows its default. The page may be closed already.
    await route.abort('failed').catch(() => undefined);
  }
}

async function whatThePageSays(page: Page): Promise<string> {
  const alert = await page
    .locator('[role="alert"]')
    .first()
    .textContent({ timeout: 1_000 })
    .catch(() => null);
  return alert?.trim() ? `the preview says "${alert.trim()}"` : 'the preview could not be shown';
}
