import { SESSION_TOKEN_KEY, TELEGRAM_ID_KEY } from '@flyerdeck/contracts/limits';
import { storageOrMemory } from '../../lib/storageOrMemory.ts';

const store = storageOrMemory(() => localStorage);

interface Credentials {
  readonly sessionToken: string;
  readonly telegramId: string;
}

/** Both or nothing: one header without the other is refused by the server anyway. */
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

/** By person: two may share a browser, and Telegram's accounts share its web view. */
const firstStepsKey = (telegramId: string) => `first_steps_over.${telegramId}`;

/** Whether a person has gone through the first steps, or wants to hear no more of them. */
export const areFirstStepsOver = (telegramId: string): boolean => store().getItem(firstStepsKey(telegramId)) !== null;

export function endFirstSteps(telegramId: string): void {
  store().setItem(firstStepsKey(telegramId), '1');
}

const tableColumnsKey = (telegramId: string, table: string) => `table_columns:${telegramId}:${table}`;

/** The columns this person chose for a table in this browser; null where nothing readable is kept. */
export function loadTableColumns(telegramId: string, table: string): readonly string[] | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(tableColumnsKey(telegramId, table)) ?? 'null');
    return Array.isArray(kept) && kept.every((key) => typeof key === 'string') ? kept : null;
  } catch {
    return null;
  }
}

export function saveTableColumns(telegramId: string, table: string, columns: readonly string[]): void {
  try {
    localStorage.setItem(tableColumnsKey(telegramId, table), JSON.stringify(columns));
  } catch {
    // A full or forbidden storage costs the memory of a choice, not the choice.
  }
}

const ACTION_LOG_KEY = 'action_log';
const tabStore = storageOrMemory(() => sessionStorage);

/** Leaves what was done in this tab, without its secrets, to the replay panel that the tab may open next. */
export function keepActionLog(json: string): void {
  try {
    tabStore().setItem(ACTION_LOG_KEY, json);
  } catch {
    // A full storage costs the log, and an older one in its place would tell of something else.
    forgetActionLog();
  }
}

export const loadActionLog = (): string | null => tabStore().getItem(ACTION_LOG_KEY);

export function forgetActionLog(): void {
  tabStore().removeItem(ACTION_LOG_KEY);
}

const SIGN_IN_NONCE_KEY = 'sign_in_nonce';
const NONCE_BYTES = 16;

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** What this tab's sign-in button sends along, and the callback brings back where it was this tab that asked. */
export function signInNonce(): string {
  const kept = tabStore().getItem(SIGN_IN_NONCE_KEY);
  if (kept) return kept;
  const made = hexOf(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
  tabStore().setItem(SIGN_IN_NONCE_KEY, made);
  return made;
}

export const isSignInNonce = (nonce: string | null): boolean =>
  nonce !== null && nonce !== '' && nonce === tabStore().getItem(SIGN_IN_NONCE_KEY);

export function forgetSignInNonce(): void {
  tabStore().removeItem(SIGN_IN_NONCE_KEY);
}
