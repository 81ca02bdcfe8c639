import { EXTENSION_ID } from '@flyerdeck/contracts/limits';
import type { Page } from '@playwright/test';

const CONTENT_SCRIPT_ORIGIN = `chrome-extension://${EXTENSION_ID}`;

/** Runs code as the extension's content script would on this page: what a script of the site that broke into it could do. */
export async function evaluateInContentScript(page: Page, code: string): Promise<unknown> {
  const session = await page.context().newCDPSession(page);
  const found = new Promise<number>((resolve) => {
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.origin === CONTENT_SCRIPT_ORIGIN) resolve(context.id);
    });
  });
  await session.send('Runtime.enable');
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: code,
    contextId: await found,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}
