import { currentWebApp } from './webApp.ts';

/** Haptic feedback for the result of an action. Does nothing outside of Telegram. */
export function vibrate(outcome: 'success' | 'error'): void {
  const webApp = currentWebApp();
  if (webApp?.isVersionAtLeast('6.1')) webApp.HapticFeedback.notificationOccurred(outcome);
}
