import type telegramSdk from '@twa-dev/sdk';
import { useSyncExternalStore } from 'react';
import type { TelegramTheme } from './telegramTheme.ts';

export type WebApp = typeof telegramSdk;

interface TelegramState {
  /** Telegram's script; null outside of Telegram and before the script is loaded. */
  readonly webApp: WebApp | null;
  /** The user's Telegram theme; null when Telegram sent no colours. */
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

/** Updated when the user changes Telegram's theme. */
export const useTelegramTheme = (): TelegramTheme | null => useSyncExternalStore(subscribeToTelegram, currentTheme);
