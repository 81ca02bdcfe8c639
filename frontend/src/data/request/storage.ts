import { SESSION_TOKEN_KEY, TELEGRAM_ID_KEY } from '@flyerdeck/contracts/values/auth';
import { storageOrMemory } from '../../lib/storageOrMemory.ts';

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

/** One key for each user: several users may share a browser, and Telegram accounts share the web view. */
const firstStepsKey = (telegramId: string) => `first_steps_over.${telegramId}`;

/** Whether the user has completed or dismissed the first steps. */
export const areFirstStepsOver = (telegramId: string): boolean => store().getItem(firstStepsKey(telegramId)) !== null;

export function endFirstSteps(telegramId: string): void {
  store().setItem(firstStepsKey(telegramId), '1');
}

const attentionKey = (telegramId: string) => `attention.${telegramId}`;

/** Whether something of the user needed attention when it was last read, so that the dashboard keeps the space for it. */
export const hadAttention = (telegramId: string): boolean => store().getItem(attentionKey(telegramId)) !== null;

export function noteAttention(telegramId: string, isNeeded: boolean): void {
  if (isNeeded) store().setItem(attentionKey(telegramId), '1');
  else store().removeItem(attentionKey(telegramId));
}

const tableColumnsKey = (telegramId: string, table: string) => `table_columns:${telegramId}:${table}`;

/** The columns that the user chose last for a table in this browser, as in its URL; null for the default. */
export function loadTableColumns(telegramId: string, table: string): string | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(tableColumnsKey(telegramId, table)) ?? 'null');
    return Array.isArray(stored) && stored.every((key) => typeof key === 'string') ? stored.join(',') : null;
  } catch {
    return null;
  }
}

/** `columns`: as in the URL; null for the default. */
export function saveTableColumns(telegramId: string, table: string, columns: string | null): void {
  try {
    if (columns === null) localStorage.removeItem(tableColumnsKey(telegramId, table));
    else localStorage.setItem(tableColumnsKey(telegramId, table), JSON.stringify(columns.split(',')));
  } catch {
    // If the storage is full or denied, the choice still applies until the screen is left.
  }
}

/** Removes what this browser has stored about a user. */
export function forgetUser(telegramId: string): void {
  clearCredentials();
  store().removeItem(firstStepsKey(telegramId));
  noteAttention(telegramId, false);
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(`table_columns:${telegramId}:`)) localStorage.removeItem(key);
    }
  } catch {
    // If the storage is denied, nothing is stored.
  }
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

const SIGN_IN_NONCE_KEY = 'sign_in_nonce';
const NONCE_BYTES = 16;

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The nonce that this tab's sign-in button sends. The callback returns it if the sign-in started in this tab. */
export function signInNonce(): string {
  const stored = tabStore().getItem(SIGN_IN_NONCE_KEY);
  if (stored) return stored;
  const nonce = hexOf(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
  tabStore().setItem(SIGN_IN_NONCE_KEY, nonce);
  return nonce;
}

export const isSignInNonce = (nonce: string | null): boolean =>
  nonce !== null && nonce !== '' && nonce === tabStore().getItem(SIGN_IN_NONCE_KEY);

export function removeSignInNonce(): void {
  tabStore().removeItem(SIGN_IN_NONCE_KEY);
}
