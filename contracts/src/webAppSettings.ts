/** The settings of the web app that the server writes into index.html. A missing one follows the flags of the build. */
export interface WebAppSettings {
  /** The server accepts a sign-in without proof. Only in the demo, never in production. */
  readonly mockAuth?: boolean;
  /** Telegram name of the Login Widget's bot, without the @. */
  readonly botUsername?: string;
}
