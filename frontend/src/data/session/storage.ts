import { SESSION_TOKEN_KEY, TELEGRAM_ID_KEY } from '@flyerdeck/contracts/limits';

export interface Credentials {
  readonly sessionToken: string;
  readonly telegramId: string;
}

/** Both or nothing: one header without the other is refused by the server anyway. */
export function loadCredentials(): Credentials | null {
  const sessionToken = localStorage.getItem(SESSION_TOKEN_KEY);
  const telegramId = localStorage.getItem(TELEGRAM_ID_KEY);
  return sessionToken && telegramId ? { sessionToken, telegramId } : null;
}

export function saveCredentials({ sessionToken, telegramId }: Credentials): void {
  localStorage.setItem(SESSION_TOKEN_KEY, sessionToken);
  localStorage.setItem(TELEGRAM_ID_KEY, telegramId);
}

export function clearCredentials(): void {
  localStorage.removeItem(SESSION_TOKEN_KEY);
  localStorage.removeItem(TELEGRAM_ID_KEY);
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
