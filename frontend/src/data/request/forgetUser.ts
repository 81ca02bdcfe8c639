import { clearCredentials } from './storage.ts';

// Not in storage.ts, which the first load of the landing page needs.

/** Removes what this browser has stored about a user. */
export function forgetUser(telegramId: string): void {
  clearCredentials();
  try {
    // Of firstStepsOver.ts.
    localStorage.removeItem(`first_steps_over.${telegramId}`);
    for (const key of Object.keys(localStorage)) {
      // Keys of tableColumns.ts.
      if (key.startsWith(`table_columns:${telegramId}:`)) localStorage.removeItem(key);
    }
  } catch {
    // If the storage is denied, nothing is stored.
  }
}
