import { currentWebApp } from './webApp.ts';

/** Lets the phone in the hand tell how something ended. */
export function feel(outcome: 'success' | 'error'): void {
  const webApp = currentWebApp();
  if (webApp?.isVersionAtLeast('6.1')) webApp.HapticFeedback.notificationOccurred(outcome);
}
