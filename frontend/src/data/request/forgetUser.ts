import { clearCredentials } from './storage.ts';
import { OFFERS, offerKey, tableColumnsPrefix } from './userKeys.ts';

// Not in storage.ts, which the first load of the landing page needs.

/** Removes what this browser has stored about a user. */
export function forgetUser(telegramId: string): void {
  clearCredentials();
  try {
    for (const offer of OFFERS) localStorage.removeItem(offerKey(offer, telegramId));
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(tableColumnsPrefix(telegramId))) localStorage.removeItem(key);
    }
  } catch {
    // If the storage is denied, nothing is stored.
  }
}
