import type { Logger } from 'pino';
import { botTokenRefused } from '../metrics.ts';

const LOG_EVERY_MS = 3_600_000;
let loggedAt = Number.NEGATIVE_INFINITY;

/** Telegram has refused the bot token. Logged at once and then hourly. The metric is the cause of an alert. */
export function tokenWasRefused(logger: Logger, reason: string): void {
  botTokenRefused.set(1);
  if (performance.now() - loggedAt < LOG_EVERY_MS) return;
  loggedAt = performance.now();
  logger.error(
    { reason },
    'Telegram refuses BOT_TOKEN: the bot neither receives nor sends messages. Set the token that @BotFather shows, and restart.',
  );
}

export function tokenWasAccepted(): void {
  botTokenRefused.set(0);
  loggedAt = Number.NEGATIVE_INFINITY;
}
