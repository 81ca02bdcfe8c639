import { EXTENSION_NAME, TRUSTED_CLICK } from '@flyerdeck/contracts/values/extension';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';

/** A click may open a dialog for files, within the time in which the browser allows it, and nobody would close that. */
const FILE_DIALOG_MS = 5_000;

/**
 * Lets the extension's content scripts click as with a mouse, each in its own tab. The function for it exists in their world only: the
 * page's scripts, also those of its frames, have worlds without a name.
 */
export function giveTrustedInput(context: BrowserContext): void {
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
