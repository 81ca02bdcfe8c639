import { EXTENSION_ID } from '@flyerdeck/contracts/limits';

interface ExtensionRuntime {
  sendMessage(extensionId: string, message: unknown): Promise<unknown>;
}

/** Tells this browser's extension, if it is installed, that there is news; otherwise it hears of it at its next poll. */
export function wakeExtension(): void {
  // Chrome gives a page this only where an installed extension wants to hear from it.
  const { chrome } = globalThis as { chrome?: { runtime?: ExtensionRuntime } };
  void chrome?.runtime?.sendMessage(EXTENSION_ID, { kind: 'poll' }).catch(() => undefined);
}
