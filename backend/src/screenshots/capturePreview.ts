import type { BrowserContext, Page, Route } from 'playwright-core';
import { fetchRemoteImage } from './remoteImage.ts';

export const VIEWPORT = { width: 1280, height: 900 };
/** At most a third of the size of PNG, with sharp text (decision 0013). */
const FORMAT = { type: 'webp', quality: 90 } as const;
/** A screenshot of a text with thousands of lines could not be opened. */
const MAX_HEIGHT_PX = 4_000;

/** Why there is no screenshot. The message is for the owner of the page. `cause` is the technical reason, for the log. */
export class ScreenshotError extends Error {
  override readonly name = 'ScreenshotError';
}

/**
 * Opens a preview, waits for `body[data-page-ready]` and takes the screenshot. The attribute is `error` when the preview failed.
 * Throws a ScreenshotError, or Playwright's TimeoutError after `timeoutMs`.
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
  if (marker !== 'true') throw new ScreenshotError(await errorInPreview(page));

  const height = Math.min(MAX_HEIGHT_PX, await page.evaluate('document.documentElement.scrollHeight'));
  // A long text can make the composer taller than the window. Then the screenshot is as tall as the page.
  const area = height > VIEWPORT.height ? { fullPage: true, clip: { x: 0, y: 0, width: VIEWPORT.width, height } } : {};
  return page.screenshot({ ...FORMAT, animations: 'disabled', ...area, ...timeLeft() });
}

/**
 * Only images, such as avatars, may come from other sites. The server downloads them itself. So a host that does not answer
 * delays the screenshot only for a short time, and the browser cannot reach private networks.
 */
async function fetchForPage(route: Route): Promise<void> {
  try {
    if (route.request().resourceType() !== 'image') throw new Error('only images may come from other sites');
    const { contentType, bytes } = await fetchRemoteImage(route.request().url());
    await route.fulfill({ contentType, body: bytes });
  } catch {
    // The preview then shows the default avatar. `abort` fails when the page is already closed.
    await route.abort('failed').catch(() => undefined);
  }
}

async function errorInPreview(page: Page): Promise<string> {
  const alert = await page
    .locator('[role="alert"]')
    .first()
    .textContent({ timeout: 1_000 })
    .catch(() => null);
  return alert?.trim() ? `the preview says "${alert.trim()}"` : 'the preview could not be shown';
}
