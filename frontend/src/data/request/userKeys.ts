// Keys of what this browser stores about a user. Several users may share a browser, and Telegram accounts share the web view.

export const firstStepsKey = (telegramId: string): string => `first_steps_over.${telegramId}`;
export const tableColumnsPrefix = (telegramId: string): string => `table_columns:${telegramId}:`;
