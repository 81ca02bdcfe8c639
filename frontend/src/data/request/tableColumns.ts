import { tableColumnsPrefix } from './userKeys.ts';

// Not in storage.ts, which the first load of the dashboard needs.

const tableColumnsKey = (telegramId: string, table: string) => tableColumnsPrefix(telegramId) + table;

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
