import { EXTENSION_ID } from '@flyerdeck/contracts/extension.values';
import type { Page } from '@playwright/test';

const CONTENT_SCRIPT_ORIGIN = `chrome-extension://${EXTENSION_ID}`;

/** Runs code in the isolated world of the extension's content script, as a successful attack from the site could. */
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
