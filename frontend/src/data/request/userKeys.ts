// Keys of what this browser stores about a user. Several users may share a browser, and Telegram accounts share the web view.

/** What is shown to a user until it is completed or dismissed in this browser. */
export const OFFERS = ['first_steps', 'home_screen'] as const;
export type Offer = (typeof OFFERS)[number];
export const offerKey = (offer: Offer, telegramId: string): string => `${offer}_over.${telegramId}`;
export const tableColumnsPrefix = (telegramId: string): string => `table_columns:${telegramId}:`;
