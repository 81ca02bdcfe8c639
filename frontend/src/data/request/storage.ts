import { SESSION_TOKEN_KEY, TELEGRAM_ID_KEY } from '@flyerdeck/contracts/account.values';
import { storageOrMemory } from '../../lib/browser.ts';

const store = storageOrMemory(() => localStorage);

export interface Credentials {
  readonly sessionToken: string;
  readonly telegramId: string;
}

/** Both values or null, because the server refuses one without the other. */
export function loadCredentials(): Credentials | null {
  const sessionToken = store().getItem(SESSION_TOKEN_KEY);
  const telegramId = store().getItem(TELEGRAM_ID_KEY);
  return sessionToken && telegramId ? { sessionToken, telegramId } : null;
}

export function saveCredentials({ sessionToken, telegramId }: Credentials): void {
  store().setItem(SESSION_TOKEN_KEY, sessionToken);
  store().setItem(TELEGRAM_ID_KEY, telegramId);
}

export function clearCredentials(): void {
  store().removeItem(SESSION_TOKEN_KEY);
  store().removeItem(TELEGRAM_ID_KEY);
}

const ACTION_LOG_KEY = 'action_log';
const tabStore = storageOrMemory(() => sessionStorage);

/** Stores the action log of this tab, without secrets, for the replay panel that may be opened next in this tab. */
export function storeActionLog(json: string): void {
  try {
    tabStore().setItem(ACTION_LOG_KEY, json);
  } catch {
    // If the storage is full, the log is lost. An older log is removed too, because it has other actions.
    removeActionLog();
  }
}

export const loadActionLog = (): string | null => tabStore().getItem(ACTION_LOG_KEY);

export function removeActionLog(): void {
  tabStore().removeItem(ACTION_LOG_KEY);
}

/** A random id of this document, at most 16 characters. The server sends it no hints of the calls that have the id in X-Live-Tab. */
export const TAB_ID = Math.random().toString(36).slice(0, 16);
