import { currentWebApp } from './webApp.ts';

/** Loads Telegram's script; called only inside the mini app. Without it the app has no Telegram theme and buttons. */
export async function startMiniApp(): Promise<void> {
  try {
    const { openMiniApp } = await import('./openMiniApp.ts');
    openMiniApp();
  } catch {
    // The chunk could not be loaded, or the script does not support this client. The app starts without it.
  }
}

export function showMiniApp(): void {
  currentWebApp()?.ready();
  currentWebApp()?.expand();
}
