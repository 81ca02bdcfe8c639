declare const __MOCK_AUTH__: boolean;
declare const __BOT_USERNAME__: string;

/** Build-time constants, set by vite.config.ts. */
export const buildFlags = {
  /** The server accepts a sign-in without proof. Only in the demo, never in production. */
  mockAuth: __MOCK_AUTH__,
  /** Telegram name of the Login Widget's bot, without the @; empty when it is not set. */
  botUsername: __BOT_USERNAME__,
} as const;
