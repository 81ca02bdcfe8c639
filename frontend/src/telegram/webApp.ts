import type telegramSdk from '@twa-dev/sdk';
import { useSyncExternalStore } from 'react';
import type { TelegramTheme } from './telegramTheme.ts';

/** The types of the package lack these methods of version 8.0. */
export type WebApp = typeof telegramSdk & {
  downloadFile(file: { readonly url: string; readonly file_name: string }): void;
  addToHomeScreen(): void;
  checkHomeScreenStatus(answer: (status: 'unsupported' | 'unknown' | 'added' | 'missed') => void): void;
};

interface TelegramState {
  /** Telegram's script; null outside of Telegram and before the script is loaded. */
  readonly webApp: WebApp | null;
  readonly theme: TelegramTheme | null;
}

let state: TelegramState = { webApp: null, theme: null };
const listeners = new Set<() => void>();

export const subscribeToTelegram = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function setTelegram(change: Partial<TelegramState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

export const currentWebApp = (): WebApp | null => state.webApp;
export const useWebApp = (): WebApp | null => useSyncExternalStore(subscribeToTelegram, currentWebApp);
const currentTheme = (): TelegramTheme | null => state.theme;

export const useTelegramTheme = (): TelegramTheme | null => useSyncExternalStore(subscribeToTelegram, currentTheme);

/** Haptic feedback for the result of an action. Does nothing outside of Telegram. */
export function vibrate(outcome: 'success' | 'error'): void {
  const webApp = currentWebApp();
  if (webApp?.isVersionAtLeast('6.1')) webApp.HapticFeedback.notificationOccurred(outcome);
}
