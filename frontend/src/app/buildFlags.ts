declare const __MOCK_AUTH__: boolean;
declare const __BOT_USERNAME__: string;

/** What was decided when the app was built (vite.config.ts puts the values in). */
export const buildFlags = {
  /** The server takes the four sign-in fields alone: the demo, never in production. */
  mockAuth: __MOCK_AUTH__,
  /** Telegram name of the bot behind the Login Widget, without the @; empty where none was given. */
  botUsername: __BOT_USERNAME__,
} as const;
