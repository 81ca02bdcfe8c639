import { EXTENSION_ID } from '@flyerdeck/contracts/values/extension';

interface ExtensionRuntime {
  sendMessage(extensionId: string, message: unknown): Promise<unknown>;
}

/** Asks this browser's extension, if it is installed, to poll now instead of at its next interval. */
export function wakeExtension(): void {
  // Chrome defines `chrome.runtime` in a page only when an installed extension accepts messages from it.
  const { chrome } = globalThis as { chrome?: { runtime?: ExtensionRuntime } };
  void chrome?.runtime?.sendMessage(EXTENSION_ID, { kind: 'poll' }).catch(() => undefined);
}
