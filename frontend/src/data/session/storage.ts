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
