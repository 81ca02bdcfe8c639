import { currentWebApp } from './webApp.ts';

/** Loads Telegram's script: never outside of Telegram. Without it the app works, only unadorned. */
export async function startMiniApp(): Promise<void> {
  try {
    const { openMiniApp } = await import('./openMiniApp.ts');
    openMiniApp();
  } catch {
    // A chunk that did not come, or a client that its own script does not know: no reason to show nothing.
  }
}

/** Tells Telegram to take its loading screen away and to give the app the whole height. */
export function showMiniApp(): void {
  currentWebApp()?.ready();
  currentWebApp()?.expand();
}
