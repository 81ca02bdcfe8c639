import type telegramSdk from '@twa-dev/sdk';
import { useSyncExternalStore } from 'react';
import type { TelegramTheme } from './telegramTheme.ts';

export type WebApp = typeof telegramSdk;

interface TelegramState {
  /** Telegram's script, once it runs; null outside Telegram and until then. */
  readonly webApp: WebApp | null;
  /** The colours of the person's Telegram; null where it named none. */
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
const currentTheme = (): TelegramTheme | null => state.theme;

/** Live: a person may change Telegram's theme while the app is open. */
export const useTelegramTheme = (): TelegramTheme | null => useSyncExternalStore(subscribeToTelegram, currentTheme);
