import { storageOrMemory } from '../../lib/browser.ts';
import { clearCredentials } from './storage.ts';

// Keys of what this browser stores about a user. Several users may share a browser, and Telegram accounts share the web view.

export const OFFERS = ['first_steps', 'home_screen', 'write_access'] as const;
export type Offer = (typeof OFFERS)[number];
const offerKey = (offer: Offer, telegramId: string): string => `${offer}_over.${telegramId}`;
const tableColumnsPrefix = (telegramId: string): string => `table_columns:${telegramId}:`;

// Not in storage.ts, which the first load of the landing page needs.

const store = storageOrMemory(() => localStorage);

export const isOver = (offer: Offer, telegramId: string): boolean =>
  store().getItem(offerKey(offer, telegramId)) !== null;

export const endOffer = (offer: Offer, telegramId: string): void => store().setItem(offerKey(offer, telegramId), '1');

const tableColumnsKey = (telegramId: string, table: string) => tableColumnsPrefix(telegramId) + table;

/** The columns that the user chose last for a table in this browser, as in its URL; null for the default. */
export const loadTableColumns = (telegramId: string, table: string): string | null =>
  store().getItem(tableColumnsKey(telegramId, table));

export function saveTableColumns(telegramId: string, table: string, columns: string | null): void {
  if (columns === null) store().removeItem(tableColumnsKey(telegramId, table));
  else store().setItem(tableColumnsKey(telegramId, table), columns);
}

const PAGES_LAYOUT_KEY = 'pages_layout';

/** The layout of the Pages tab that was chosen last in this browser. */
export const loadPagesLayout = (): string | null => store().getItem(PAGES_LAYOUT_KEY);

export const savePagesLayout = (layout: string): void => store().setItem(PAGES_LAYOUT_KEY, layout);

export function forgetUser(telegramId: string): void {
  clearCredentials();
  try {
    for (const offer of OFFERS) localStorage.removeItem(offerKey(offer, telegramId));
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(tableColumnsPrefix(telegramId))) localStorage.removeItem(key);
    }
  } catch {}
}
